/** Makes duplicate names distinct: each with the number of earlier ones that are the same. */
export function uniqueNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    return uniqueName(name, nth);
  });
}

/** @param nth number of earlier files of this name */
export const uniqueName = (name: string, nth: number) => `${nth} ${name}`;
