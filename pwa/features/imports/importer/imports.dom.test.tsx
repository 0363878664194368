/** Administrators' view of the importer, and their actions. */
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import {
  cancelManagedImport,
  IMPORT_ENDED,
  KEY_GONE,
  listImports,
  pauseImports,
  retryImport,
} from "#shared/contracts/importer.ts";
import { ADMINISTRATOR, answerWholeAccount, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { IMPORT_ID, managedImport, queueOf } from "#tests/components/importer.ts";
import { heading, main } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const FAILED_ID = "f".repeat(32);
const PLACE = "/account/administrator/imports";
const ended = (part: Parameters<typeof managedImport>[0] = {}) =>
  managedImport({ state: "failed", finished_at: DAY, ...part });
const filter = (name: string) => main.getByRole("combobox", { name });
const items = (region: string) => main.getByRole("region", { name: region }).getByRole("listitem");

async function answer(
  part: Partial<Parameters<typeof api.answer<typeof listImports>>[1]> = {},
): Promise<void> {
  await api.answer(listImports, {
    count: 2,
    imports: [
      managedImport(),
      ended({ import_id: FAILED_ID, username: null, reason: "The site answered 500.", retry_count: 1 }),
    ],
    services: [
      queueOf(),
      queueOf({ service: "fanbox", enabled: false, queued: 0, running: 0, oldest_seconds: null }),
    ],
    failures: [{ service: "patreon", reason: "The site answered 500.", count: 4 }],
    ...part,
  });
}

const open = async (search = "") => {
  await renderScreen(PLACE + search, { stored: ADMINISTRATOR });
  await expect.element(heading).toHaveTextContent("Import queue");
};

beforeEach(async () => {
  await answerWholeAccount({ role: "administrator" });
  await answer();
});

test("the queue, the failures by kind and the imports are shown", async () => {
  await open();
  const queue = items("Queue by service");
  await expect.element(queue).toHaveLength(1);
  await expect
    .element(queue)
    .toHaveTextContent(/Patreon.*gallery-dl.*2 queued, 1 running · oldest waits 2 min/);
  await expect
    .element(queue)
    .toHaveTextContent("Last 24 hours: 5 finished, 1 failed, 3 invalid keys, 0 canceled, 240 new posts");
  await expect.element(items("Failures by kind, last 7 days")).toHaveTextContent(/Patreon.*answered 500.*4/);
  const imports = items("All imports");
  await expect.element(imports.nth(0)).toHaveTextContent(/Patreon.*Running.*bea/);
  await expect.element(imports.nth(1)).toHaveTextContent(/Failed.*Visitor without an account/);
  await expect.element(imports.nth(1)).toHaveTextContent("12 new posts and messages, 1 retry");
  await expect.element(imports.nth(1)).toHaveTextContent("The site answered 500.");
});

test("an archive without services, failures and imports says so", async () => {
  await answer({ count: 0, imports: [], services: [], failures: [] });
  await open();
  await expect.element(main.getByText(/Importing is turned off/)).toBeVisible();
  await expect.element(main.getByText("No failures.")).toBeVisible();
  await expect.element(main.getByText("There are no imports.")).toBeVisible();
});

test("a service without a connector is marked", async () => {
  await answer({ services: [queueOf({ connector: null })] });
  await open();
  await expect.element(main.getByText("No connector installed")).toBeVisible();
});

test("a service is paused and resumed", async () => {
  await api.answer(pauseImports, true);
  await open();
  const pause = main.getByRole("button", { name: "Pause imports from Patreon" });
  await expect.element(pause).toBeVisible();
  await answer({ services: [queueOf({ paused: true })] });
  await pause.click();
  const resume = main.getByRole("button", { name: "Resume imports from Patreon" });
  await expect.element(resume).toBeVisible();
  await expect.element(main.getByText("Paused", { exact: true })).toBeVisible();
  await resume.click();
  await expect.poll(() => api.requests(/imports\/services\/patreon$/)).toHaveLength(2);
  const bodies = (await api.requests(/imports\/services\/patreon$/)).map(({ body }) => body);
  expect(bodies).toEqual(['{"paused":true}', '{"paused":false}']);
});

test("an import under way is canceled, one that failed is tried again", async () => {
  await api.answer(cancelManagedImport, true);
  await api.answer(retryImport, true);
  await open();
  await expect.element(main.getByRole("button", { name: /^Retry/ })).toHaveLength(1);
  await main.getByRole("button", { name: `Cancel import ${IMPORT_ID}` }).click();
  await expect.poll(() => api.requests(new RegExp(`${IMPORT_ID}/cancel$`))).toHaveLength(1);
  await main.getByRole("button", { name: `Retry import ${FAILED_ID}` }).click();
  await expect.poll(() => api.requests(new RegExp(`${FAILED_ID}/retry$`))).toHaveLength(1);
});

test.each([
  ["Cancel", IMPORT_ID, cancelManagedImport, IMPORT_ENDED],
  ["Retry", FAILED_ID, retryImport, KEY_GONE],
] as const)("%s that is refused says why", async (action, id, endpoint, message) => {
  await api.fail(endpoint, 409, message);
  await open();
  await main.getByRole("button", { name: `${action} import ${id}` }).click();
  await expect.element(main.getByText(message)).toBeVisible();
});

test("the list is filtered by state and service, and the filter is in the address", async () => {
  await open("?o=50");
  await userEvent.selectOptions(filter("Status"), "invalid_key");
  await expect.poll(address).toBe(`${PLACE}?state=invalid_key`);
  await expect.element(filter("Status")).toHaveValue("invalid_key"); // the next choice is added to what the page shows
  await userEvent.selectOptions(filter("Service"), "fanbox");
  await expect.poll(address).toBe(`${PLACE}?state=invalid_key&service=fanbox`);
  await expect.poll(() => api.requests(/imports\?state=invalid_key&service=fanbox$/)).not.toHaveLength(0);
});

test("more than one page is paged", async () => {
  await answer({ count: 120 });
  await open();
  await main
    .getByRole("navigation", { name: "Pages of imports" })
    .getByRole("link", { name: "Page 2" })
    .click();
  await expect.poll(address).toBe(`${PLACE}?o=50`);
});

test("nobody but administrators gets in", async () => {
  await answerWholeAccount();
  await renderScreen(PLACE, { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("Account is not administrator.");
});
