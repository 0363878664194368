import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/components/screen.tsx";
import { changeSavedMarks, type SavedMark } from "../../../offline/library/saved-marks.ts";
import { showSaved } from "./dialogs.ts";

const mark = (state: SavedMark["state"], title: string): SavedMark => ({ state, title, whole: 0, total: 1 });

test("the notice names the posts that are still lost, and leaves with the last of them", async () => {
  await renderScreen("/contact");
  changeSavedMarks([
    ["patreon/10/1", mark("partial", "Harbor")],
    ["patreon/10/2", mark("listed", "Lighthouse")],
  ]);
  showSaved({ kind: "missing", keys: ["patreon/10/1", "patreon/10/2"] });
  const notice = page.getByRole("alert").filter({ hasText: "Your browser removed" });
  await expect.element(notice).toHaveTextContent(/Harbor.*Lighthouse/);
  changeSavedMarks([["patreon/10/1", mark("whole", "Harbor")]]);
  await expect.element(notice).not.toHaveTextContent("Harbor");
  await expect.element(notice).toHaveTextContent("Lighthouse");
  changeSavedMarks([["patreon/10/2", mark("saving", "Lighthouse")]]);
  await expect.element(notice).not.toBeInTheDocument();
  showSaved(undefined);
});
