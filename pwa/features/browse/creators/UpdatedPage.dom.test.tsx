import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerCreators, answerUpdated } from "#tests/components/answers.ts";
import { creatorRow, listCreator } from "#tests/components/examples.ts";
import { cards, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { UPDATED_CREATORS } from "#tests/components/screens.ts";
import { passesThroughStates } from "#tests/components/states.ts";

test("loading, failure with a retry, content", () => passesThroughStates(UPDATED_CREATORS));

test("on a phone a creator is muted from the menu of the card", async () => {
  await answerUpdated([creatorRow(), creatorRow({ id: "20", name: "Ben Harbor" })]);
  await answerCreators([listCreator(), listCreator({ id: "20", name: "Ben Harbor" })]);
  await renderScreen("/artists/updated", { viewport: PHONE });
  await expect.element(cards).toHaveLength(2);
  await expect.element(page.getByRole("button", { name: "Mute Ann Lantern" })).not.toBeInTheDocument();
  await cards.first().getByRole("button", { name: "More: Ann Lantern" }).click();
  const menu = page.getByRole("dialog", { name: "More: Ann Lantern" });
  await expect.element(menu.getByRole("button", { name: "Favorite" })).toBeVisible();
  await menu.getByRole("button", { name: "Mute creator" }).click();
  await expect.element(cards).toHaveLength(1);
});
