/** Words on the screen that are not from the catalogs, in a pseudo-language (pwa/i18n/pseudo.ts). */

const OWN = "time, code, pre, kbd, [translate=no], [lang]:not(html), script, style, noscript, svg";
const CHANGED = /[áƀčďéƒǧħíĵķłɱñóṕɋřšŧúṽŵẋýž]/i;

/** Finds the words in Latin letters that are no visitor's or creator's own, no name, and not marked as another language. */
export function plainWords(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, nodeValue: text } = walker.currentNode;
    // Sizes are the browser's words: 1.5 MB.
    const words = (text ?? "").replace(/\d\s?([kMG]B|byte)/g, "");
    if (parent?.closest(`${OWN}, [dir=auto], bdi`) === null && /[a-z]{2}/i.test(words))
      found.push(`${parent.tagName} “${text?.trim()}”`);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = (element.getAttribute(name) ?? "").replace(/[0-9a-f]{64}/g, "");
      const isContent = name !== "placeholder" && element.getAttribute("dir") === "auto";
      if (!isContent && element.closest(OWN) === null && /[a-z]{2}/i.test(text) && !CHANGED.test(text))
        found.push(`${element.tagName} ${name}=“${text}”`);
    }
  return [...new Set(found)];
}
