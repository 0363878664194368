import { DomUtils } from "htmlparser2";

type Document = Parameters<typeof DomUtils.getElementsByTagName>[1];

/** Finds descendants with all of these classes. */
export function elementsOfClass(below: Document, ...names: string[]) {
  const has = (classes: string | undefined) => {
    const present = classes?.split(/\s+/) ?? [];
    return names.every((name) => present.includes(name));
  };
  return DomUtils.getElements({ class: has }, below, true).filter(DomUtils.isTag);
}
