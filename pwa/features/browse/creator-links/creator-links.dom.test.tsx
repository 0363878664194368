/** Links between creators: the request, the moderators' decision and its undoing. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  ALREADY_REQUESTED,
  approveLink,
  LINK_DECIDED,
  LINK_REQUESTED,
  rejectLink,
  requestLink,
  unlinkCreator,
} from "#shared/contracts/creator-links.ts";
import { listLinks } from "#shared/contracts/creators.ts";
import { getAccount } from "#shared/contracts/own-account.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerCreators } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import {
  answerLinkRequests,
  answerNewLink,
  linkedCreator,
  linkRequest,
} from "#tests/components/creator-links.ts";
import { listCreator, profile } from "#tests/components/examples.ts";
import { alert, field, heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const CREATOR = "/patreon/user/10";
const TASKS = "/account/moderator/tasks/creator_links";
const MODERATOR = { logged_in: "yes", role: "moderator" };
const bodies = async (path: RegExp) => (await api.requests(path)).map(({ body }) => body);
const answerWaiting = (links: number) =>
  api.answer(getTasks, {
    dms: 0,
    moderation: { flags: 0, creator_links: links, takedown_requests: 0, uploads: 0 },
  });
const choices = main.getByRole("list", { name: "Results" }).getByRole("button", { name: /^Select / });

beforeEach(async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(getProfile, profile({ id: "10", relation_id: 7 }));
  await api.answer(listLinks, [linkedCreator({ service: "fantia", id: "30", name: "Ann on Fantia" })]);
  await answerNewLink([linkedCreator({ service: "fantia", id: "30", name: "Ann on Fantia" })]);
  await answerCreators([
    listCreator({ id: "10", name: "Ann" }),
    listCreator({ service: "fantia", id: "30", name: "Ann on Fantia" }),
    ...Array.from({ length: 25 }, (_, at) =>
      listCreator({ service: "fanbox", id: `f${at}`, name: `Annika ${at}` }),
    ),
  ]);
});

test("another profile is searched, selected and requested", async () => {
  await api.answer(requestLink, { message: LINK_REQUESTED });
  await renderScreen(`${CREATOR}/links`, { stored: LOGGED_IN });
  await main.getByRole("link", { name: "Link another account" }).click();
  await expect.poll(address).toBe(`${CREATOR}/links/new`);
  await expect.element(main.getByText("Please select a creator.")).toBeVisible();
  await expect.element(submit("Request link")).toBeDisabled();
  await field("Name").fill("ann");
  await expect.poll(() => choices.elements().length).toBe(20);
  // Neither the profile itself nor what is linked to it.
  await expect.element(submit("Select Ann")).not.toBeInTheDocument();
  await expect.element(submit("Select Ann on Fantia")).not.toBeInTheDocument();
  const first = choices.first();
  await first.click();
  await expect.element(first).toBeDisabled();
  await expect.element(main.getByText("Please select a creator.")).not.toBeInTheDocument();
  await expect.element(field("Reason")).toHaveAttribute("maxlength", "140");
  await field("Reason").fill("Same drawings");
  await submit("Request link").click();
  await expect.element(main.getByText(LINK_REQUESTED)).toBeVisible();
  const [sent] = await bodies(/\/links\/new$/).then((all) => all.filter((body) => body !== ""));
  expect(JSON.parse(sent ?? "")).toEqual({
    service: "fanbox",
    artist_id: expect.stringMatching(/^f\d+$/),
    reason: "Same drawings",
  });
});

test("a search that finds nobody says so, and the service narrows it down", async () => {
  await renderScreen(`${CREATOR}/links/new`, { stored: LOGGED_IN });
  await field("Name").fill("zzzz");
  await expect.element(main.getByText("No results found.")).toBeVisible();
  await field("Name").fill("");
  await main.getByLabelText("Service").selectOptions("fantia");
  await expect.element(main.getByText("No results found.")).toBeVisible();
});

test("a request that was made before is refused in words", async () => {
  await api.fail(requestLink, 409, ALREADY_REQUESTED);
  await renderScreen(`${CREATOR}/links/new`, { stored: LOGGED_IN });
  await main.getByLabelText("Service").selectOptions("fanbox");
  await choices.first().click();
  await submit("Request link").click();
  await expect.element(alert).toHaveTextContent("This link was already requested.");
});

test("a visitor is asked to log in", async () => {
  await api.fail(getAccount, 401);
  await renderScreen(`${CREATOR}/links/new`);
  await expect.element(main.getByText("You must be registered to access this page.")).toBeVisible();
});

test("a moderator approves and rejects with what was seen, and the list is read again", async () => {
  await answerAccount({ role: "moderator" });
  await answerLinkRequests([
    linkRequest({ linked: [linkedCreator({ id: "99", name: "Old Ann" })] }),
    linkRequest({ id: 2, requester: null, requester_id: null, reason: null, version: "v2" }),
  ]);
  await api.answer(approveLink, true);
  await api.answer(rejectLink, true);
  await answerWaiting(2);
  await renderScreen("/account", { stored: MODERATOR });
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect.element(menu.getByRole("link", { name: "Creator link requests 2" })).toBeVisible();
  await main.getByRole("link", { name: "Creator link requests" }).click();
  await expect.element(heading).toHaveTextContent("Creator link requests");
  await expect.element(main.getByText("Requested by cyd (Consumer)")).toBeVisible();
  await expect.element(main.getByText("Same drawings")).toBeVisible();
  await expect.element(main.getByText("Linked as well: Old Ann")).toBeVisible();
  const approve = submit("Approve the link of Ann and Bea");
  await answerLinkRequests([linkRequest({ id: 2, requester: null, requester_id: null, version: "v2" })]);
  await answerWaiting(1);
  await approve.click();
  await expect.element(menu.getByRole("link", { name: "Creator link requests 1" })).toBeVisible();
  await expect.element(main.getByText("Linked as well: Old Ann")).not.toBeInTheDocument();
  await expect.element(main.getByText("Requested by a deleted account")).toBeVisible();
  await expect
    .element(main.getByRole("list", { name: "Creator link requests" }).getByRole("button").first())
    .toHaveFocus();
  await answerLinkRequests([]);
  await userEvent.keyboard("r");
  await expect.element(main.getByText("No pending requests. Yay!")).toBeVisible();
  await expect.element(heading).toHaveFocus();
  expect(await bodies(/\/1\/approve$/)).toEqual(['{"version":"v1"}']);
  expect(await bodies(/\/2\/reject$/)).toEqual(['{"version":"v2"}']);
});

test("the second of two moderators sees that it was decided", async () => {
  await answerAccount({ role: "moderator" });
  await answerLinkRequests();
  await api.fail(approveLink, 409, LINK_DECIDED);
  await renderScreen(TASKS, { stored: MODERATOR });
  const approve = submit("Approve the link of Ann and Bea");
  await expect.element(approve).toBeVisible();
  await answerLinkRequests([]);
  await approve.click();
  await expect.element(alert).toHaveTextContent("Another moderator has already decided about this request.");
  await expect.element(main.getByText("No pending requests. Yay!")).toBeVisible();
});

test("only moderators can unlink", async () => {
  await renderScreen(`${CREATOR}/links`, { stored: LOGGED_IN });
  await expect.element(main.getByRole("link", { name: "Link another account" })).toBeVisible();
  await expect.element(submit("Unlink this profile")).not.toBeInTheDocument();
  await answerAccount({ role: "moderator" });
  await api.answer(unlinkCreator, undefined);
  await renderScreen(`${CREATOR}/links`, { stored: MODERATOR });
  await submit("Unlink this profile").click();
  await expect.element(page.getByText("Profile unlinked.")).toBeVisible();
  expect((await api.requests(/\/links$/)).map(({ method }) => method)).toContain("DELETE");
});
