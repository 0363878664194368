/** Saved keys: their state, their imports, and how they are revoked. */
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  changeKey,
  getImport,
  importWithKey,
  KEY_DEAD,
  listKeys,
  revokeKeys,
} from "#shared/contracts/importer.ts";
import { getAccount } from "#shared/contracts/own-account.ts";
import { answerWholeAccount, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { anImport, answerImporter, answerKeys, IMPORT_ID, savedKey } from "#tests/components/importer.ts";
import { heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const DEAD = savedKey({ id: 2, service: "fanbox", dead: true, auto_import: false, next_import_at: null });
const item = (at: number) =>
  main
    .getByRole("listitem")
    .filter({ has: page.getByRole("checkbox") })
    .nth(at);
const box = (name: RegExp) => main.getByRole("checkbox", { name });
const revoked = async () =>
  (await api.requests(/\/account\/keys$/)).filter(({ method }) => method === "POST").map(({ body }) => body);

const open = async () => {
  await renderScreen("/account/keys", { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("Saved keys");
};

beforeEach(async () => {
  await answerWholeAccount();
  await answerImporter();
  await answerKeys([savedKey(), DEAD], [{ id: 1, import_ids: [IMPORT_ID] }]);
});

test("each key is alive or dead, with its imports", async () => {
  await open();
  await expect.element(item(0)).toHaveTextContent(/Patreon.*Alive/);
  await expect.element(item(0)).toHaveTextContent("1 import");
  await expect
    .element(item(0).getByRole("link", { name: IMPORT_ID }))
    .toHaveAttribute("href", `/importer/status/${IMPORT_ID}`);
  await expect.element(item(0)).toHaveTextContent("Next import");
  await expect.element(item(1)).toHaveTextContent(/Pixiv Fanbox.*Dead/);
  await expect.element(item(1)).toHaveTextContent("The service refused this key: it is never used again.");
  await expect.element(item(1)).toHaveTextContent("No imports yet");
  await expect.element(item(1).getByRole("button")).not.toBeInTheDocument();
});

test("without keys the page says so and leads to the form", async () => {
  await answerKeys([]);
  await open();
  await expect.element(main.getByText("There are no saved keys.")).toBeVisible();
  await main.getByRole("link", { name: "Import" }).click();
  await expect.poll(address).toBe("/importer");
});

test("at least one key has to be selected for revocation", async () => {
  await open();
  await submit("Revoke selected").click();
  await expect.element(main.getByText("At least one key must be selected for revocation.")).toBeVisible();
  expect(await revoked()).toEqual([]);
});

test("selected keys are revoked and gone from the list", async () => {
  await api.answer(revokeKeys, true);
  await open();
  await box(/Fanbox/).click();
  await answerKeys([savedKey()]);
  await submit("Revoke selected").click();
  await expect.element(box(/Fanbox/)).not.toBeInTheDocument();
  await expect.element(box(/Patreon/)).toBeVisible();
  expect(await revoked()).toEqual(['{"revoke":[2]}']);
});

test("a revocation that fails is said, and the key stays", async () => {
  await api.fail(revokeKeys, 503, "Down.");
  await open();
  await box(/Fanbox/).click();
  await submit("Revoke selected").click();
  await expect.element(main.getByText(/The server is down for maintenance/)).toBeVisible();
  await expect.element(box(/Fanbox/)).toBeVisible();
});

test("automatic import is turned off, and a refusal is said", async () => {
  await api.fail(changeKey, 409, KEY_DEAD);
  await open();
  const automatic = main.getByRole("switch", { name: "Import automatically every 24 hours" });
  await expect.element(automatic).toBeChecked();
  await automatic.click();
  await expect.element(main.getByText("The service refused this key.", { exact: true })).toBeVisible();
  await expect.element(automatic).toBeChecked();
  const off = savedKey({ auto_import: false, next_import_at: null });
  await api.answer(changeKey, off);
  await answerKeys([off]);
  await automatic.click();
  await expect.element(automatic).not.toBeChecked();
  await expect.element(main.getByText("Next import")).not.toBeInTheDocument();
  const [request] = (await api.requests(/\/account\/keys\/1$/)).slice(-1);
  expect(request).toMatchObject({ method: "PATCH", body: '{"auto_import":false}' });
});

test("an import with a saved key leads to its status", async () => {
  await api.answer(importWithKey, { import_id: IMPORT_ID });
  await api.answer(getImport, anImport());
  await open();
  await main.getByRole("button", { name: "Import now from Patreon" }).click();
  await expect.poll(address).toBe(`/importer/status/${IMPORT_ID}`);
});

test("the account page leads here", async () => {
  await renderScreen("/account", { stored: LOGGED_IN });
  await main.getByRole("link", { name: "Saved keys" }).click();
  await expect.poll(address).toBe("/account/keys");
});

test("a session that has ended meanwhile leads to the login", async () => {
  await api.fail(listKeys, 401);
  await api.fail(getAccount, 401);
  await renderScreen("/account/keys", { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("You must be registered to access this page.");
});
