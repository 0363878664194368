/** Flagging a post. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { flagPost } from "#shared/contracts/flags.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerPostPages, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost } from "#tests/components/examples.ts";
import { openMore } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const flag = page.getByRole("main").getByRole("button", { name: "Flag", exact: true });
const dialog = page.getByRole("dialog", { name: "Flag this post" });
const submit = dialog.getByRole("button", { name: "Submit" });

async function open(stored = {}): Promise<void> {
  await answerPrefetches();
  await answerPostPages([listPost()]);
  await answerAccount();
  await answerFavorites();
  await renderScreen("/patreon/user/10/post/1", { stored });
  await openMore();
  await expect.element(flag).toBeVisible();
}

test("a visitor reads what flagging takes", async () => {
  await open();
  await expect.element(flag).toHaveAttribute("aria-disabled", "true");
  await expect.element(flag).toHaveAccessibleDescription("Flagging requires an account");
  (flag.element() as HTMLElement).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a flag needs a reason, and the page says it once the server has it", async () => {
  await open(LOGGED_IN);
  await flag.click();
  await expect.element(submit).toBeDisabled();
  expect(await violations()).toEqual([]);
  await dialog.getByRole("radio", { name: "Files are missing" }).click();
  await api.fail(flagPost, 503, "", { times: 1 });
  await submit.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(/^Error flagging: /);
  await api.answer(flagPost, "missing-files");
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("Flagged for reimport: Files are missing")).toBeVisible();
  await expect.element(flag).not.toBeInTheDocument();
});

test("a post that somebody else has flagged meanwhile says so", async () => {
  await open(LOGGED_IN);
  await flag.click();
  await dialog.getByRole("radio", { name: "It is a duplicate" }).click();
  await api.fail(flagPost, 409, "Already flagged");
  await submit.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("This post is flagged already.");
});
