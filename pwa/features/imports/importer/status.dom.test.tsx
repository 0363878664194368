/** The status of an import: its states, its logs, and when the page asks again. */
import { afterEach, expect, test, vi } from "vitest";
import { cancelImport, getImport, IMPORT_ENDED, IMPORT_NOT_FOUND } from "#shared/contracts/importer.ts";
import type { ImportState } from "#shared/rules/importer.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { anImport, answerImporter, IMPORT_ID } from "#tests/components/importer.ts";
import { heading, main } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { endSlowTime, startSlowTime } from "#tests/components/slow-time.ts";

const ADDRESS = `/importer/status/${IMPORT_ID}`;
const row = (name: string) => main.getByRole("row", { name: new RegExp(`^${name} `) }).getByRole("cell");
const asked = async () => (await api.requests(/\/imports\//)).length;
const useTimers = () => startSlowTime(["setTimeout", "clearTimeout", "setInterval", "clearInterval"]);
const lines = () => [...document.querySelectorAll("main ol li")].map(({ textContent }) => textContent);

afterEach(endSlowTime);

test("an import under way shows what is known of it, and that it is asked for again", async () => {
  await api.answer(
    getImport,
    anImport({ reason: "The connection was lost.", resuming_at: DAY, retry_count: 2, save_dms: true }),
  );
  await renderScreen(ADDRESS);
  await expect.element(heading).toHaveTextContent("Import status");
  await expect.element(row("Status")).toHaveTextContent("In Progress");
  await expect.element(row("Service")).toHaveTextContent("Patreon");
  await expect.element(row("Importers")).toHaveTextContent("Importers ready");
  await expect.element(row("Reason")).toHaveTextContent("The connection was lost.");
  await expect.element(row("Creators")).toHaveTextContent("3");
  await expect.element(row("New posts and messages")).toHaveTextContent("12");
  await expect.element(row("Direct messages")).toHaveTextContent("Yes");
  await expect.element(row("Retries")).toHaveTextContent("2");
  await expect.element(row("Resumes")).toBeVisible();
  await expect.element(main.getByText("Ended")).not.toBeInTheDocument();
  await expect.element(main.getByText(/This page updates every 15 seconds/)).toBeVisible();
});

test("many waiting imports are said", async () => {
  await api.answer(getImport, anImport({ state: "queued", backlogged: true, first_started_at: null }));
  await renderScreen(ADDRESS);
  await expect.element(row("Importers")).toHaveTextContent("Importers backlogged");
  await expect.element(main.getByText("First started")).not.toBeInTheDocument();
});

test.each<[ImportState, string]>([
  ["done", "Finished"],
  ["failed", "Failed"],
  ["invalid_key", "Failed"],
  ["canceled", "Canceled"],
])("an import that ended as %s is %s and is not asked for again", async (state, words) => {
  const isInvalid = state === "invalid_key";
  await api.answer(getImport, anImport({ state, finished_at: DAY, is_key_invalid: isInvalid }));
  await answerImporter();
  useTimers();
  await renderScreen(ADDRESS);
  await expect.element(row("Status")).toHaveTextContent(words);
  await expect.element(row("Ended")).toBeVisible();
  await expect.element(main.getByText(/Importers (ready|backlogged)/)).not.toBeInTheDocument();
  await expect.element(main.getByText(/This page updates/)).not.toBeInTheDocument();
  const refusal = main.getByText("The service refused the key: it is invalid or has ended.");
  if (isInvalid) await expect.element(refusal).toBeVisible();
  else await expect.element(refusal).not.toBeInTheDocument();
  const before = await asked();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked()).toBe(before);
  await main.getByRole("link", { name: "Import again" }).click();
  await expect.poll(address).toBe("/importer");
});

test("an import under way is asked for every 15 seconds until it has ended", async () => {
  await api.answer(getImport, anImport());
  useTimers();
  await renderScreen(ADDRESS);
  await expect.element(row("Status")).toHaveTextContent("In Progress");
  const before = await asked();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked()).toBe(before);
  await api.answer(getImport, anImport({ state: "done", finished_at: DAY, logs: ["Started.", "Ended."] }));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(row("Status")).toHaveTextContent("Finished");
  expect(lines()).toEqual(["Started.", "Ended."]);
  expect(await asked()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked()).toBe(before + 1);
});

test("an update that fails leaves what is known, and the next one is awaited", async () => {
  await api.answer(getImport, anImport());
  useTimers();
  await renderScreen(ADDRESS);
  await expect.element(row("Status")).toHaveTextContent("In Progress");
  await api.fail(getImport, 503, "Down.");
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(main.getByText("Couldn't update. Trying again in 15 seconds.")).toBeVisible();
  await expect.element(row("Status")).toHaveTextContent("In Progress");
  await api.answer(getImport, anImport({ state: "done", finished_at: DAY }));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(row("Status")).toHaveTextContent("Finished");
});

test("an import that is not found is missing, and is not asked for again", async () => {
  await api.fail(getImport, 404, IMPORT_NOT_FOUND);
  await answerImporter();
  useTimers();
  await renderScreen(ADDRESS);
  await expect.element(heading).toHaveTextContent("Missing Import");
  await expect.element(main.getByText("Your import could not be found.")).toBeVisible();
  const before = await asked();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked()).toBe(before);
  await main.getByRole("link", { name: "Import" }).click();
  await expect.poll(address).toBe("/importer");
});

test("logs are sorted and minimized", async () => {
  await api.answer(getImport, anImport({ logs: ["one", "two", "three"] }));
  await renderScreen(ADDRESS);
  const sort = main.getByRole("button", { name: "Newest first" });
  await expect.element(main.getByRole("log")).toBeVisible();
  expect(lines()).toEqual(["one", "two", "three"]);
  await sort.click();
  await expect.element(sort).toHaveAttribute("aria-pressed", "true");
  await expect.poll(lines).toEqual(["three", "two", "one"]);
  await sort.click();
  await expect.poll(lines).toEqual(["one", "two", "three"]);
  await main.getByRole("button", { name: "Minimize" }).click();
  await expect.element(main.getByText("two")).not.toBeVisible();
  await main.getByRole("button", { name: "Maximize" }).click();
  await expect.element(main.getByText("two")).toBeVisible();
});

test("files that the service no longer has are listed", async () => {
  await api.answer(getImport, anImport({ missing_files: ["1_harbor.png", "2_tide.png"] }));
  await renderScreen(ADDRESS);
  const files = main.getByRole("region", { name: "2 missing files" });
  await expect.element(files).toHaveTextContent("1_harbor.png");
  await expect.element(files).toHaveTextContent("2_tide.png");
  await expect.element(files).toHaveTextContent("The next import asks for them again.");
});

test("without logs there is nothing to sort, and the page says to come back", async () => {
  await api.answer(getImport, anImport({ logs: [] }));
  await renderScreen(ADDRESS);
  await expect
    .element(main.getByText("No logs found! Check again in a few minutes, or come back later."))
    .toBeVisible();
  await expect.element(main.getByRole("button", { name: "Newest first" })).not.toBeInTheDocument();
});

test("whoever may cancel an import can, and is told where it has ended meanwhile", async () => {
  await api.answer(getImport, anImport({ can_cancel: true }));
  await api.fail(cancelImport, 409, IMPORT_ENDED);
  await renderScreen(ADDRESS);
  const cancel = main.getByRole("button", { name: "Cancel import" });
  await cancel.click();
  await expect.element(main.getByText("This import has ended.")).toBeVisible();
  const reads = async () =>
    (await api.requests(/\/imports\//)).filter(({ method }) => method === "GET").length;
  await expect.poll(reads).toBeGreaterThan(1); // after the refusal too; its answer still offers to cancel
  await api.answer(cancelImport, true);
  await api.answer(getImport, anImport({ state: "canceled", finished_at: DAY }));
  await cancel.click();
  await expect.element(row("Status")).toHaveTextContent("Canceled");
  await expect.element(cancel).not.toBeInTheDocument();
});

test("nobody else is offered to cancel it", async () => {
  await api.answer(getImport, anImport());
  await renderScreen(ADDRESS);
  await expect.element(row("Status")).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Cancel import" })).not.toBeInTheDocument();
});
