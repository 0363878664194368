import { DomUtils } from "htmlparser2";

type Document = Parameters<typeof DomUtils.getElementsByTagName>[1];

/** Elements with all of these classes, anywhere below. */
export function elementsOfClass(below: Document, ...names: string[]) {
  const has = (classes: string | undefined) => {
    const own = classes?.split(/\s+/) ?? [];
    return names.every((name) => own.includes(name));
  };
  return DomUtils.getElements({ class: has }, below, true).filter(DomUtils.isTag);
}
