/** The accessibility checker on what is rendered, in both color schemes. */
import axe from "axe-core";
import { commands } from "vitest/browser";

const RULES = {
  all: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  /** Rules that can find something new on a page that was checked in its other colors. */
  colors: ["color-contrast", "link-in-text-block"],
};
/** Cards behind the first ones of a list: the same component. */
const LONG_LISTS = "main li:nth-child(n + 5)";

/** Checks what is rendered, in both color schemes. @returns one line for each violation */
export async function violations(): Promise<string[]> {
  const light = await violationsIn("light");
  const dark = await violationsIn("dark", "colors");
  await commands.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

/** Checks what is rendered, in one color scheme. @returns one line for each violation */
export async function violationsIn(
  colorScheme: "light" | "dark",
  rules: keyof typeof RULES = "all",
): Promise<string[]> {
  await commands.emulateMedia({ colorScheme });
  scrollTo(0, 0); // chats open at their end, where a link may be half below the header
  // A part that fades in has too little contrast on the way.
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  const result = await axe.run(
    { exclude: LONG_LISTS },
    { runOnly: RULES[rules], resultTypes: ["violations"] },
  );
  if (result.passes.length === 0) throw new Error("The checker looked at nothing.");
  return result.violations.map(
    ({ id, nodes }) => `${colorScheme}: ${id} ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ""}`,
  );
}
