/** Archive files in parts, as their names show it. */

export interface ArchivePart {
  /** Name of the whole archive. */
  archive: string;
  /** From 1. */
  number: number;
  /** `bytes`: the parts are pieces of one file; `volumes`: the parser opens each by its name. */
  kind: "bytes" | "volumes";
  /** The last part of a ZIP in `.z01`, `.z02`, `.zip` has the list of files; else the first part is opened. */
  isLast?: true;
}

const NUMBERED = /\.(?:(\d{3})|part(\d{1,4})\.rar|z(\d{2,3})|r(\d{2,3}))$/i;

/** @returns undefined if the name is not that of a part; the first of `.rar`, `.r00` and the last of `.z01`, `.zip` are not */
export function partOf(name: string): ArchivePart | undefined {
  const [suffix, bytes, part, zip, rar] = NUMBERED.exec(name) ?? [];
  if (suffix === undefined || suffix.length === name.length) return undefined;
  const stem = name.slice(0, -suffix.length);
  const found = { archive: stem, number: Number(bytes ?? part ?? zip ?? rar) };
  if (bytes !== undefined) return found.number === 0 ? undefined : { ...found, kind: "bytes" };
  if (zip !== undefined) return { ...found, archive: `${stem}.zip`, kind: "volumes" };
  if (rar !== undefined) return { archive: `${stem}.rar`, number: found.number + 2, kind: "volumes" };
  return { ...found, archive: `${stem}.rar`, kind: "volumes" };
}

export interface ArchiveParts<T> {
  /** The whole archive's name. */
  archive: string;
  kind: ArchivePart["kind"];
  /** In order; without those that are missing. */
  parts: T[];
  /** Index of the part to open. */
  main: number;
  /** Number of the file in question. */
  number: number;
  /** Parts that there should be, as far as the names show it. */
  total: number;
  isComplete: boolean;
}

/** Finds the parts that belong to one of the files of a post. @returns undefined if it is not a part */
export function partsOf<T extends { name: string }>(
  file: T,
  files: readonly T[],
): ArchiveParts<T> | undefined {
  const keyOf = (name: string) => (partOf(name)?.archive ?? name).toLowerCase();
  const key = keyOf(file.name);
  const byNumber = new Map<number, { file: T; part: ArchivePart }>();
  const whole: T[] = [];
  for (const one of files) {
    if (keyOf(one.name) !== key) continue;
    const part = partOf(one.name);
    if (part === undefined) whole.push(one);
    else if (!byNumber.has(part.number)) byNumber.set(part.number, { file: one, part });
  }
  const [first] = byNumber.values();
  if (first === undefined) return undefined;
  const { archive, kind } = first.part;
  const [end] = whole;
  const isZip = /\.z\d+$/i.test(first.file.name);
  if (isZip && end !== undefined)
    byNumber.set(Math.max(...byNumber.keys()) + 1, { file: end, part: { ...first.part, isLast: true } });
  else if (end !== undefined && !byNumber.has(1)) byNumber.set(1, { file: end, part: first.part });
  const sorted = [...byNumber].sort(([a], [b]) => a - b);
  const numbers = sorted.map(([number]) => number);
  const at = sorted.findIndex(([, one]) => one.file === file);
  if (at === -1) return undefined;
  const total = Math.max(...numbers) + (isZip && end === undefined ? 1 : 0);
  return {
    archive,
    kind,
    parts: sorted.map(([, one]) => one.file),
    main: isZip ? sorted.length - 1 : 0,
    number: numbers[at] ?? 1,
    total,
    isComplete: total > 1 && numbers.length === total,
  };
}
