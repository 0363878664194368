/** Reads chosen, dropped or pasted files, and folders recursively. */

export interface Chosen {
  file: File;
  /** Parent folders within the choice, each with a trailing slash; empty if none. */
  folder: string;
}

/** A choice whose files are still being read. */
export interface ChosenFolder {
  files: Iterable<Chosen> | AsyncIterable<Chosen>;
  /** Paths that the browser cannot open; complete once all files were read. */
  unreadable: readonly string[];
}

/** Reads files of an `<input type=file>`, including folders. */
export function* fromList(list: Iterable<File>): Generator<Chosen> {
  for (const file of list) yield { file, folder: file.webkitRelativePath.slice(0, -file.name.length) };
}

interface TransferOptions {
  /** Limit of files; one more is returned so that the caller can detect the overflow. */
  max?: number;
  /** Called with the path of each file or folder that cannot be opened. */
  onUnreadable?: (path: string) => void;
}

/**
 * Reads files of a drop or paste. Reads the items before it returns, because the browser clears them afterwards.
 * @returns undefined if there are no files
 */
export function fromTransfer(
  transfer: DataTransfer | null,
  { max = Number.POSITIVE_INFINITY, onUnreadable = () => {} }: TransferOptions = {},
): AsyncIterable<Chosen> | undefined {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === "file");
  const found = items.flatMap((item): (FileSystemEntry | File)[] => {
    const entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    return entry === null ? [] : [entry];
  });
  return found.length === 0 ? undefined : walk(found, max, onUnreadable);
}

async function* walk(
  found: readonly (FileSystemEntry | File)[],
  max: number,
  onUnreadable: (path: string) => void,
): AsyncGenerator<Chosen> {
  const open: (FileSystemEntry | File)[] = [...found].reverse();
  for (let count = 0; count <= max; ) {
    const one = open.pop();
    if (one === undefined) return;
    if (one instanceof File) {
      count++;
      yield { file: one, folder: "" };
    } else if (one.isFile) {
      count++;
      const file = await fileOf(one as FileSystemFileEntry);
      if (file === undefined) onUnreadable(one.fullPath.slice(1));
      else yield { file, folder: one.fullPath.slice(1, -one.name.length) };
    } else {
      const entries = await entriesOf(one as FileSystemDirectoryEntry, () =>
        onUnreadable(`${one.fullPath.slice(1)}/`),
      );
      open.push(...entries.reverse());
    }
  }
}

/** @returns undefined if it cannot be opened */
function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

/** Reads all entries; the browser returns at most a hundred per call. */
async function entriesOf(
  folder: FileSystemDirectoryEntry,
  onUnreadable: () => void,
): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => {
        onUnreadable();
        resolve([]);
      }),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
