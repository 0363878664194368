/** Builds a folder tree from names in an archive, and its visible rows. Pure. */

/** A file inside an archive. */
export interface ListedFile {
  /** Index in the list of the archive file. */
  index: number;
  /** Path, separated by slashes or backslashes. */
  name: string;
  /** Unpacked bytes; null if unknown. */
  bytes: number | null;
}

export interface Folder {
  /** Full path, a stable key across renders; empty for the root. */
  path: string;
  name: string;
  folders: Folder[];
  /** Files directly in the folder, named without the path. */
  files: ListedFile[];
  /** Total number of files, subfolders included. */
  count: number;
  /** Total bytes; null if any is unknown. */
  bytes: number | null;
}

interface Building extends Folder {
  byName: Map<string, Building>;
}

/** Builds the tree; folders keep the order of their first occurrence. */
export function treeOf(files: readonly ListedFile[]): Folder {
  const root = folder("", "");
  for (const { index, name, bytes } of files) {
    const parts = name.split(/[\\/]+/).filter((part) => part !== "");
    const file = parts.pop();
    if (file === undefined) continue;
    let place = root;
    count(place, bytes);
    for (const part of parts) {
      let next = place.byName.get(part);
      if (next === undefined) {
        next = folder(place.path === "" ? part : `${place.path}/${part}`, part);
        place.byName.set(part, next);
        place.folders.push(next);
      }
      count(next, bytes);
      place = next;
    }
    place.files.push({ index, name: file, bytes });
  }
  return root;
}

function folder(path: string, name: string): Building {
  return { path, name, folders: [], files: [], count: 0, bytes: 0, byName: new Map() };
}

function count(place: Folder, bytes: number | null): void {
  place.count++;
  place.bytes = bytes === null || place.bytes === null ? null : place.bytes + bytes;
}

/** A row of the tree. */
export interface Row {
  /** Unique id, as an archive may contain a name twice. */
  id: string;
  name: string;
  bytes: number | null;
  /** Level, from 1. */
  level: number;
  /** Position among its siblings, from 1, and their number. */
  place: number;
  of: number;
  /** Index of a file in the list of the archive file. */
  index?: number;
  /** Number of files in a folder, subfolders included. */
  count?: number;
  isOpen?: boolean;
}

/** Visible rows, given the open folders: folders before files on each level, in their order. */
export function rowsOf(root: Folder, isOpen: (path: string) => boolean): Row[] {
  const rows: Row[] = [];
  const add = (place: Folder, level: number) => {
    const of = place.folders.length + place.files.length;
    for (const [at, one] of place.folders.entries()) {
      const open = isOpen(one.path);
      const { path, name, bytes } = one;
      rows.push({ id: `/${path}`, name, bytes, level, place: at + 1, of, count: one.count, isOpen: open });
      if (open) add(one, level + 1);
    }
    for (const [at, { index, name, bytes }] of place.files.entries())
      rows.push({
        id: `${place.path}//${at}`,
        ...{ index, name, bytes, level, of },
        place: place.folders.length + at + 1,
      });
  };
  add(root, 1);
  return rows;
}

/** Effect of a key (ARIA tree pattern). */
export type Step = { to: number } | { open: string } | { close: string } | { show: number };

/** @param at index of the focused row @returns undefined for keys that the tree does not handle */
export function stepOf(key: string, rows: readonly Row[], at: number): Step | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  if (key === "ArrowDown") return { to: Math.min(rows.length - 1, at + 1) };
  if (key === "ArrowUp") return { to: Math.max(0, at - 1) };
  if (key === "Home") return { to: 0 };
  if (key === "End") return { to: rows.length - 1 };
  if (key === "Enter" || key === " ") {
    if (row.isOpen === undefined) return row.index === undefined ? undefined : { show: row.index };
    return row.isOpen ? { close: row.id } : { open: row.id };
  }
  if (key === "ArrowRight") {
    if (row.isOpen === undefined) return { to: at };
    return row.isOpen ? { to: at + 1 } : { open: row.id };
  }
  if (key !== "ArrowLeft") return undefined;
  if (row.isOpen === true) return { close: row.id };
  const above = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
  return { to: above === -1 ? at : above };
}

/** Files whose names contain every word, ignoring case. */
export function filterFiles(files: readonly ListedFile[], text: string): readonly ListedFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter(({ name }) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
