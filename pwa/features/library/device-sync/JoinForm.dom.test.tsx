import { expect, test } from "vitest";
import { pullSegments } from "#shared/contracts/device-sync.ts";
import { answerWholeAccount, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { field, heading } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { setGivenWords } from "./given-words.ts";

test("the words of a scanned code stay when the form is shown again", async () => {
  await answerWholeAccount();
  await api.answer(pullSegments, { key_id: "a".repeat(64), seq: 0, snapshot: 0, now: 0, segments: [] });
  setGivenWords("abandon-ability-able");
  for (let times = 0; times < 2; times += 1) {
    await renderScreen("/account/sync", { stored: LOGGED_IN });
    await expect.element(field("Twelve words")).toHaveValue("abandon ability able");
    await renderScreen("/account", { stored: LOGGED_IN });
    await expect.element(heading).toHaveTextContent("Account");
  }
});
