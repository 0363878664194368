/** Names in an archive as folders and files. */

export interface Folder {
  /** Whole path, so that it is the same in every render; empty for the archive itself. */
  path: string;
  name: string;
  folders: Folder[];
  /** Names without their folder. */
  files: string[];
  /** Files in it and below. */
  count: number;
}

interface Building extends Folder {
  byName: Map<string, Building>;
}

/** Folders in the order in which they first appear; both kinds of slash part them. */
export function treeOf(names: readonly string[]): Folder {
  const root = folder("", "");
  for (const name of names) {
    const parts = name.split(/[\\/]+/).filter((part) => part !== "");
    const file = parts.pop();
    if (file === undefined) continue;
    let place = root;
    place.count++;
    for (const part of parts) {
      let next = place.byName.get(part);
      if (next === undefined) {
        next = folder(place.path === "" ? part : `${place.path}/${part}`, part);
        place.byName.set(part, next);
        place.folders.push(next);
      }
      next.count++;
      place = next;
    }
    place.files.push(file);
  }
  return root;
}

function folder(path: string, name: string): Building {
  return { path, name, folders: [], files: [], count: 0, byName: new Map() };
}

/** Names that hold every word, whatever the case. */
export function filterNames(names: readonly string[], text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return names;
  return names.filter((name) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
