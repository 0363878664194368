/** The import form: its texts before a key is typed, refused values, and places that never have a key. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getImport, getImporter, NO_IMPORTER, submitImport } from "#shared/contracts/importer.ts";
import { DMS_NEED_ACCOUNT, importFields, SAVING_NEEDS_ACCOUNT } from "#shared/rules/importer.ts";
import { SERVICES, type Service } from "#shared/services/index.ts";
import { answerWholeAccount, LOGGED_IN } from "#tests/components/account.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { anImport, answerImporter, IMPORT_ID, importerService } from "#tests/components/importer.ts";
import { alert, field, fits, main, PHONE, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const KEY = "canary-key-0123456789-0123456789-0123456789";
const DISCORD = `${"a".repeat(24)}.${"b".repeat(6)}.${"c".repeat(38)}`;

const open = async (stored: Record<string, unknown> = {}) => {
  await renderScreen("/importer", { stored });
  await expect.element(main.getByLabelText("Service")).toBeVisible();
};
const choose = (service: Service | "") => userEvent.selectOptions(main.getByLabelText("Service"), service);
const sent = async () => {
  const requests = await api.requests(/importer\/submit$/);
  return requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
};

beforeEach(async () => {
  await answerImporter({ services: SERVICES.map((service) => importerService({ service })) });
  await api.answer(submitImport, { import_id: IMPORT_ID });
  await api.answer(getImport, anImport());
  await answerWholeAccount();
});

test("before anything is typed the page says which services, who runs it and what happens to a key", async () => {
  await answerImporter({ services: [importerService(), importerService({ service: "fanbox" })] });
  await open();
  const before = main.getByRole("region", { name: "Before you import" });
  await expect.element(before).toHaveTextContent(/This archive imports from.*Patreon.*Pixiv Fanbox/s);
  expect(before.element().textContent).not.toContain("Gumroad");
  await expect
    .element(before.getByRole("link", { name: "desk@example.org" }))
    .toHaveAttribute("href", "mailto:desk@example.org");
  await expect.element(before).toHaveTextContent("encrypted as soon as it arrives");
  await expect.element(before).toHaveTextContent("deleted within 24 hours after the import ends");
  await expect.element(main.getByLabelText("Service")).toHaveValue("");
  await expect.element(main.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(main.getByRole("button", { name: "Import" })).not.toBeInTheDocument();
});

test("without an address of the operators the page says that there is none", async () => {
  await answerImporter({ contact: null });
  await open();
  await expect.element(main.getByText("who haven't published a contact address")).toBeVisible();
});

test("an archive that has importing turned off says so and has no form", async () => {
  await answerImporter({ services: [importerService({ enabled: false })] });
  await renderScreen("/importer");
  await expect.element(main.getByText("Importing is turned off in this archive.")).toBeVisible();
  await expect.element(main.getByRole("combobox")).not.toBeInTheDocument();
  await main.getByRole("link", { name: "How to find your session key" }).click();
  await expect.poll(address).toBe("/importer/tutorial");
});

test.each([
  [
    "without a connector",
    importerService({ service: "afdian", connector: null }),
    "This archive can't import from Afdian: no connector is installed for it.",
  ],
  [
    "that is turned off",
    importerService({ service: "afdian", enabled: false }),
    "This archive doesn't import from Afdian. There is nothing to enter.",
  ],
])("a service %s says so and has no field", async (_, service, message) => {
  await answerImporter({ services: [importerService(), service] });
  await open();
  await choose("afdian");
  await expect.element(main.getByText(message)).toBeVisible();
  await expect.element(main.getByRole("textbox")).not.toBeInTheDocument();
  await choose("patreon");
  await expect.element(field("Session key")).toBeVisible();
  await expect.element(main.getByText(message)).not.toBeInTheDocument();
});

test.each([
  [{ running: false }, "The importer isn't running right now. What you submit waits until it does."],
  [{ backlogged: true }, "Importers backlogged"],
  [{ backlogged: false }, "Importers ready"],
])("%o is said as “%s”", async (part, message) => {
  await answerImporter(part);
  await open();
  await expect.element(main.getByText(message)).toBeVisible();
});

test("imports of a paused service can be submitted, and wait", async () => {
  await answerImporter({ services: [importerService({ paused: true })] });
  await open();
  await choose("patreon");
  await expect.element(main.getByText("Imports from this service are paused.")).toBeVisible();
  await expect.element(field("Session key")).toBeVisible();
});

test("every service has its fields, with nothing filled in but the browser's own User-Agent", async () => {
  await open();
  for (const service of SERVICES) {
    await choose(service);
    const inputs = () => main.getByRole("textbox").elements() as HTMLInputElement[];
    await expect.poll(() => inputs().map(({ name }) => name)).toEqual(importFields(service));
    for (const input of inputs()) {
      expect(input).toMatchObject({ autocomplete: "off", spellcheck: false, type: "text", maxLength: -1 });
      expect(input.value).toBe(input.name === "user_agent" ? navigator.userAgent : "");
    }
  }
  expect(document.querySelectorAll("main input:checked")).toHaveLength(0);
});

test("the field says where its service has the key", async () => {
  await open();
  await choose("fanbox");
  await expect.element(main.getByText("FANBOXSESSID")).toBeVisible();
  await choose("fansly");
  await expect.element(main.getByText("authorization")).toBeVisible();
});

/** Values typed, the field they are refused at, and the message. */
type Refusal = [typed: Record<string, string>, label: string, message: string];

const required = (label: string): Refusal => [{}, label, `${label} is required.`];

/** Each field with each kind of message; every message of every service: shared/rules/importer.test.ts, messages.test.ts. */
const REFUSALS: [Service, Refusal[]][] = [
  [
    "patreon",
    [
      required("Session key"),
      [{ "Session key": "a".repeat(42) }, "Session key", "Invalid key: Expected 43 characters, got 42"],
    ],
  ],
  [
    "discord",
    [
      [{ Token: "x", "Channel IDs": "1" }, "Token", "Invalid token format."],
      [{ Token: DISCORD, "Channel IDs": "1,x2" }, "Channel IDs", "x2 is not a valid channel ID."],
      [{ Token: DISCORD }, "Channel IDs", "Channel IDs is required."],
    ],
  ],
  [
    "onlyfans",
    [
      [{ "Session key": "x" }, "User ID", "User ID is required."],
      [{ "Session key": "x", "User ID": "a" }, "User ID", "User ID must consist of only digits."],
      [{ "Session key": "x", "User ID": "1", "BC token": "z" }, "BC token", "Invalid BC token"],
      [
        { "Session key": "x", "User ID": "1", "BC token": "a".repeat(40), "User-Agent": "Mözilla" },
        "User-Agent",
        "Invalid User-Agent (contains non-ASCII characters).",
      ],
      [
        { "Session key": "x", "User ID": "1", "BC token": "a".repeat(40), "User-Agent": "x".repeat(1025) },
        "User-Agent",
        "User-Agent is too long.",
      ],
    ],
  ],
];

test("a wrong value is refused at its field", async () => {
  await open();
  for (const [service, refusals] of REFUSALS)
    for (const [typed, label, message] of refusals) {
      await choose(""); // each starts with empty fields
      await choose(service);
      for (const [name, value] of Object.entries(typed)) await userEvent.fill(field(name), value);
      await submit("Import").click();
      const text = `${service}: ${message}`;
      await expect
        .element(main.getByText(`Error: ${message}`, { exact: true }), { message: text })
        .toBeVisible();
      await expect.element(field(label), { message: text }).toHaveFocus();
      await expect.element(field(label), { message: text }).toHaveAttribute("aria-invalid", "true");
    }
  expect(await sent()).toEqual([]);
});

test("another service starts with empty fields and no message", async () => {
  await open();
  await choose("patreon");
  await userEvent.fill(field("Session key"), "too short");
  await submit("Import").click();
  await expect.element(main.getByText("Error: Invalid key: Expected 43 characters, got 9")).toBeVisible();
  await choose("dlsite");
  await expect.element(field("Session key")).toHaveValue("");
  await expect.element(main.getByText(/^Error:/)).not.toBeInTheDocument();
});

test("a key is sent trimmed with every choice off, then the status is shown", async () => {
  await open();
  await choose("patreon");
  await userEvent.fill(field("Session key"), `  ${KEY} `);
  await submit("Import").click();
  await expect.poll(address).toBe(`/importer/status/${IMPORT_ID}`);
  expect(await sent()).toEqual([
    { service: "patreon", session_key: KEY, save_dms: "0", save_session_key: "0", auto_import: "0" },
  ]);
});

test("the choices of somebody with an account are sent", async () => {
  await open(LOGGED_IN);
  await choose("discord");
  await userEvent.fill(field("Token"), DISCORD);
  await userEvent.fill(field("Channel IDs"), "1, 22");
  await main.getByRole("checkbox", { name: "Import direct messages" }).click();
  await main.getByRole("checkbox", { name: "Save my key" }).click();
  await main.getByRole("checkbox", { name: "Import automatically every 24 hours" }).click();
  await submit("Import").click();
  await expect.poll(sent).toEqual([
    {
      service: "discord",
      session_key: DISCORD,
      channel_ids: "1, 22",
      save_dms: "1",
      save_session_key: "1",
      auto_import: "1",
    },
  ]);
});

test("without an account neither DMs nor keys can be had, and the reasons are there", async () => {
  await open();
  await choose("patreon");
  for (const [name, reason] of [
    ["Import direct messages", DMS_NEED_ACCOUNT],
    ["Save my key", SAVING_NEEDS_ACCOUNT],
    ["Import automatically every 24 hours", SAVING_NEEDS_ACCOUNT],
  ] as const) {
    const box = main.getByRole("checkbox", { name });
    await expect.element(box).toBeDisabled();
    await expect.element(box).toHaveAccessibleDescription(reason);
  }
  await main.getByRole("link", { name: "Log in" }).click();
  await expect.poll(address).toBe("/authentication/login?location=%2Fimporter");
});

test.each([
  [422, "The server's words about a value.", "Error: The server's words about a value."],
  [401, DMS_NEED_ACCOUNT, `Error: ${DMS_NEED_ACCOUNT}`],
  [503, NO_IMPORTER, `Error: ${NO_IMPORTER}`],
  [429, "Too many requests.", /^Error: Too many requests/],
])("a refusal of the server with %i is shown: %s", async (status, error, message) => {
  await api.fail(submitImport, status, error);
  await open();
  await choose("patreon");
  await userEvent.fill(field("Session key"), KEY);
  await submit("Import").click();
  await expect.element(main.getByText(message)).toBeVisible();
  await expect.element(field("Session key")).toHaveValue(KEY);
});

test("while it is sent the button says so, and a second press sends nothing", async () => {
  const release = await api.hold(submitImport, { import_id: IMPORT_ID });
  await open();
  await choose("patreon");
  await userEvent.fill(field("Session key"), KEY);
  await submit("Import").click();
  await expect.element(submit("Sending…")).toBeVisible();
  document.querySelector<HTMLFormElement>("main form")?.requestSubmit();
  await release();
  await expect.poll(address).toBe(`/importer/status/${IMPORT_ID}`);
  expect(await sent()).toHaveLength(1);
});

async function storedTexts(): Promise<string[]> {
  const databases = await Promise.all((await indexedDB.databases()).map(({ name = "" }) => dump(name)));
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      cached.push(request.url, (await (await cache.match(request))?.text()) ?? "");
  }
  return [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
    location.href,
    JSON.stringify(history.state),
    ...databases,
    ...cached,
  ];
}

async function dump(name: string): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const stores = await Promise.all(
    [...database.objectStoreNames].map(
      (store) =>
        new Promise<unknown>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        }),
    ),
  );
  database.close();
  return JSON.stringify(stores);
}

test("a key is in no storage, address or markup, neither while it is typed nor after it was refused or sent", async () => {
  await api.fail(submitImport, 422, "No.");
  await open(LOGGED_IN);
  await choose("patreon");
  await userEvent.fill(field("Session key"), KEY);
  const places = async () => [...(await storedTexts()), document.documentElement.outerHTML].join("\n");
  expect(await places()).not.toContain(KEY);
  await submit("Import").click();
  await expect.element(main.getByText("Error: No.")).toBeVisible();
  expect(await places()).not.toContain(KEY);
  await api.answer(submitImport, { import_id: IMPORT_ID });
  await submit("Import").click();
  await expect.poll(address).toBe(`/importer/status/${IMPORT_ID}`);
  expect(await places()).not.toContain(KEY);
  history.back();
  await expect.poll(address).toBe("/importer");
  await expect.element(main.getByLabelText("Service")).toHaveValue("");
  expect([...document.querySelectorAll("input")].map(({ value }) => value)).not.toContain(KEY);
});

test("a form that is sent without a script puts no key into an address", async () => {
  await open();
  await choose("patreon");
  expect(document.querySelector<HTMLFormElement>("main form")?.method).toBe("post");
});

test("the messages and the fields are in the visitor's language and fit a phone", async () => {
  await renderScreen("/importer", { locale: "ja", viewport: PHONE });
  await userEvent.selectOptions(main.getByRole("combobox"), "patreon");
  await userEvent.fill(main.getByRole("textbox"), "short");
  await main.getByRole("button", { name: "インポート", exact: true }).click();
  await expect.element(main.getByText("エラー：キーが無効です：43文字のはずが5文字です")).toBeVisible();
  expect(fits()).toBe(true);
});

test("an importer that cannot be reached is asked again", async () => {
  await api.fail(getImporter, 503, "Down.", NOT_SOON);
  await renderScreen("/importer");
  await expect.element(alert).toBeVisible();
  await answerImporter();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(main.getByLabelText("Service")).toBeVisible();
});
