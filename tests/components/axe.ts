/** The accessibility checker on what is rendered, in both color schemes. */
import axe from "axe-core";
import { commands } from "vitest/browser";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A dark page is the same page in other colors: only these can find something new there. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
/** Long lists are judged by their first cards; the rest are the same component. */
const LONG_LISTS = "main li:nth-child(n + 5)";

/** Each violation as one line; none is an empty list. */
export async function violations(): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await commands.emulateMedia({ colorScheme });
    scrollTo(0, 0); // chats open at their end, where a link may be half below the header
    const runOnly = colorScheme === "light" ? TAGS : COLOR_RULES;
    const result = await axe.run({ exclude: LONG_LISTS }, { runOnly, resultTypes: ["violations"] });
    if (result.passes.length === 0) throw new Error("The checker looked at nothing.");
    for (const { id, nodes } of result.violations)
      found.push(`${colorScheme}: ${id} ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ""}`);
  }
  await commands.emulateMedia({ colorScheme: "light" });
  return found;
}
