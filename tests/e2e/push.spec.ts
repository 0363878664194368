/** Push notifications of new posts: off until asked for, shown by the service worker, over at logout. */
import { expect, type Page, test, type Worker } from "playwright/test";
import { pushDevice } from "#tests/support/push.ts";
import { register, someone } from "#tests/support/someone.ts";

test.use({ serviceWorkers: "allow" });

/** Address unique to this process: a browser has one subscription, and several of these run beside each other. */
const ADDRESS = `https://push.example.org/of/${crypto.randomUUID()}`;
const main = (page: Page) => page.getByRole("main");

/** A headless browser has no push service, so its subscription is invented; all else is the browser's own. */
async function inventSubscription(page: Page): Promise<void> {
  const { keys } = pushDevice();
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const stored = () => localStorage.getItem("invented-subscription");
      const subscription = (key: string) => ({
        endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll("-", "+").replaceAll("_", "/")),
            (letter) => letter.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem("invented-subscription");
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
          localStorage.setItem("invented-subscription", key);
          return subscription(key);
        },
        async getSubscription() {
          const key = stored();
          return key === null ? null : subscription(key);
        },
      });
    },
    { endpoint: ADDRESS, keys },
  );
}

/** Sets the visitor's answer to the browser's permission prompt. */
const allow = (page: Page, answer: NotificationPermission) =>
  page.addInitScript((value) => {
    Object.defineProperty(Notification, "permission", { get: () => value });
    Notification.requestPermission = async () => value;
  }, answer);

const subscription = async (page: Page) =>
  ((await (await page.request.get("/api/v1/account/push")).json()) as { subscription: unknown }).subscription;

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: unknown;
}

/** Browser functions of the worker that this test replaces. */
interface PushScope {
  shown: Shown[];
  opened: string[];
  registration: { showNotification: unknown; getNotifications: unknown };
  clients: { openWindow: unknown };
  dispatchEvent(event: Event): void;
}

/** A headless browser shows no notifications: the worker's are kept in a list, one for each tag. */
async function inventNotifications(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as PushScope;
    scope.shown = [];
    scope.opened = [];
    const close = (tag: string) => {
      scope.shown = scope.shown.filter((one) => one.tag !== tag);
    };
    scope.registration.showNotification = async (title: string, options: Omit<Shown, "title">) => {
      close(options.tag);
      scope.shown.push({ ...options, title });
    };
    scope.registration.getNotifications = async ({ tag }: { tag: string }) =>
      scope.shown.filter((one) => one.tag === tag);
    scope.clients.openWindow = async (url: URL) => {
      scope.opened.push(url.pathname);
      return null;
    };
  });
}

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    (globalThis as unknown as PushScope).shown.map(({ title, body }) => `${title}: ${body}`),
  );

/** Presses the notification. @returns the page that is opened */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as PushScope;
    const work: Promise<unknown>[] = [];
    const event = Object.assign(new Event("notificationclick"), {
      notification: { close: () => scope.shown.pop() },
      waitUntil: (one: Promise<unknown>) => work.push(one),
    });
    scope.dispatchEvent(event);
    await Promise.all(work);
    return scope.opened.at(-1);
  });

/** @returns delivers a message to the service worker as the browser does */
async function deliverer(page: Page): Promise<(data: string) => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const registrationId = await registration;
  return (data) => cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [first] = page.context().serviceWorkers();
  return first ?? (await page.context().waitForEvent("serviceworker"));
}

test("notifications are off until asked for; each push shows one in place of the last; a logout ends them", {
  tag: "@once",
}, async ({ page }) => {
  await inventSubscription(page);
  await allow(page, "granted");
  await register(page, someone(), "/account/notifications");
  const worker = await workerOf(page);
  await inventNotifications(worker);
  expect(await subscription(page)).toBeNull();

  await main(page).getByRole("button", { name: "Turn on" }).click();
  await expect(main(page).getByRole("button", { name: "Turn off" })).toBeVisible();
  expect(await subscription(page)).toMatchObject({ endpoint: ADDRESS, timing: "at_once" });
  await main(page).getByLabel("Quiet from").selectOption("23:00");
  await expect.poll(() => subscription(page)).toMatchObject({ quiet_from: 23, quiet_to: 7 });
  await main(page).getByRole("radio", { name: "Once a day" }).click();
  await main(page).getByRole("combobox", { name: "At", exact: true }).selectOption("18:00");
  await expect.poll(() => subscription(page)).toMatchObject({ timing: "daily", hour: 18 });

  const deliver = await deliverer(page);
  await deliver('{"count":3}');
  await expect.poll(() => shown(worker)).toEqual([expect.stringMatching(/: 3 new posts$/)]);
  await deliver('{"count":1}');
  await expect.poll(() => shown(worker)).toEqual([expect.stringMatching(/: 4 new posts$/)]);
  await deliver('{"count":500}');
  await expect.poll(() => shown(worker)).toEqual([expect.stringMatching(/: More than 99 new posts$/)]);

  expect(await press(worker)).toBe("/account/favorites/new");
  expect(await shown(worker)).toEqual([]);

  await deliver("no message of the archive");
  await expect.poll(() => shown(worker)).toHaveLength(1);
  await page.goto("/authentication/logout");
  await expect(page.getByText("Logged out.", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("invented-subscription"))).toBeNull();
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain("push-texts-1");
});

test("if notifications are blocked the page says so, and nothing is subscribed", { tag: "@once" }, async ({
  page,
}) => {
  await inventSubscription(page);
  await allow(page, "denied");
  await register(page, someone(), "/account/notifications");
  await main(page).getByRole("button", { name: "Turn on" }).click();
  await expect(main(page).getByText("Notifications of this site are blocked in this browser.")).toBeVisible();
  expect(await subscription(page)).toBeNull();
});
