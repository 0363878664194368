/** Files out of what was chosen, dropped or pasted, folders with everything in them. */

export interface Chosen {
  file: File;
  /** Folders above it in the choice, with a slash after each; empty without any. */
  folder: string;
}

/** Of an `<input type=file>`, also of a folder. */
export function* fromList(list: Iterable<File>): Generator<Chosen> {
  for (const file of list) yield { file, folder: file.webkitRelativePath.slice(0, -file.name.length) };
}

/**
 * Of a drop or a paste. Reads what it needs before it returns: afterwards the browser takes it back.
 * @param most files, and one more so that the caller can tell
 * @returns undefined where no files are in it
 */
export function fromTransfer(
  transfer: DataTransfer | null,
  most = Number.POSITIVE_INFINITY,
): AsyncIterable<Chosen> | undefined {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === "file");
  const found = items.flatMap((item): (FileSystemEntry | File)[] => {
    const entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    return entry === null ? [] : [entry];
  });
  return found.length === 0 ? undefined : walk(found, most);
}

async function* walk(found: readonly (FileSystemEntry | File)[], most: number): AsyncGenerator<Chosen> {
  const open: (FileSystemEntry | File)[] = [...found].reverse();
  for (let count = 0; count <= most; ) {
    const one = open.pop();
    if (one === undefined) return;
    if (one instanceof File) {
      count++;
      yield { file: one, folder: "" };
    } else if (one.isFile) {
      count++;
      const file = await fileOf(one as FileSystemFileEntry);
      if (file !== undefined) yield { file, folder: one.fullPath.slice(1, -one.name.length) };
    } else {
      open.push(...(await entriesOf(one as FileSystemDirectoryEntry)).reverse());
    }
  }
}

/** What cannot be opened is passed over. */
function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

/** The browser gives them a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
