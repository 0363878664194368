/** Links for people without an account: making and revoking them, and what they show. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  createGuestLink,
  getGuest,
  getGuestPost,
  listGuestLinks,
  listGuestPosts,
  openGuestLink,
  revokeGuestLink,
} from "#shared/contracts/guest-links.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { answerWholeAccount, guestLink, guestPost, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost, profile } from "#tests/components/examples.ts";
import { heading, main, pressMore } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const END = "2027-01-01T00:00:00";
const post = guestPost();

test("a link to a post shows it with its files", async () => {
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: { service: "patreon", id: "1" }, expires_at: END });
  await api.answer(getGuestPost, post);
  await renderScreen("/guest#secret");
  await expect.element(heading).toHaveTextContent("Rain");
  await expect.element(main.getByText("Wet streets")).toBeVisible();
  await expect
    .element(main.getByRole("link", { name: "notes.txt" }))
    .toHaveAttribute("href", `/data${post.files[0]?.path}?f=notes.txt`);
  await expect.element(main.getByRole("link", { name: "All posts" })).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  const [opened] = await api.requests(/guest\/open/);
  expect(JSON.parse(opened?.body ?? "")).toEqual({ token: "secret" });
});

test("of an embed only a web address is a link", async () => {
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: { service: "patreon", id: "1" }, expires_at: END });
  const embed = (url: string) => ({ ...post, embed: { url, subject: "A film" } });
  const link = main.getByRole("link", { name: "A film" });
  await api.answer(getGuestPost, embed("data:text/html,film"));
  await renderScreen("/guest#secret");
  await expect.element(main.getByText("A film")).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await api.answer(getGuestPost, embed("https://films.example.org/1"));
  await renderScreen("/guest#secret");
  await expect.element(link).toHaveAttribute("href", "https://films.example.org/1");
});

test("a link to a creator lists its posts, which lead back to the list", async () => {
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: null, expires_at: END });
  const listed = { service: "patreon" as const, id: "1", title: "Rain", published: null, file: null };
  await api.answer(listGuestPosts, { name: "Ann", count: 1, posts: [listed] });
  await api.answer(getGuestPost, post);
  await renderScreen("/guest#secret");
  await expect.element(heading).toHaveTextContent("Ann");
  await main.getByRole("link", { name: "Rain" }).click();
  await expect.element(heading).toHaveTextContent("Rain");
  await main.getByRole("link", { name: "All posts" }).click();
  await expect.element(heading).toHaveTextContent("Ann");
  expect(await api.requests(/guest\/open/)).toHaveLength(1);
});

test("a link to a collection lists posts of several services under its title", async () => {
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: null, expires_at: END });
  const [rain, fog] = [
    { service: "patreon" as const, id: "1", title: "Rain", published: null, file: null },
    { service: "fanbox" as const, id: "1", title: "", published: null, file: null },
  ];
  await api.answer(listGuestPosts, { name: "Rainy days", count: 2, posts: [rain, fog] });
  await renderScreen("/guest#secret");
  await expect.element(heading).toHaveTextContent("Rainy days");
  await expect.element(main.getByRole("listitem")).toHaveLength(2);
  await expect
    .element(main.getByRole("link", { name: "Untitled" }))
    .toHaveAttribute("href", "/guest?service=fanbox&post=1#secret");
  expect(await violations()).toEqual([]);
});

test("a post is saved and deleted again; one whose file cannot be loaded leaves nothing", async () => {
  const saved = async () => (await caches.keys()).filter((name) => name.startsWith("guest-link:"));
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: { service: "patreon", id: "1" }, expires_at: END });
  await api.answer(getGuestPost, post);
  await renderScreen("/guest#secret");
  await main.getByRole("button", { name: "Save offline" }).click();
  await expect.element(main.getByRole("alert")).toHaveTextContent("Connection lost.");
  await expect.poll(saved).toEqual([]);

  await api.answer(getGuestPost, { ...post, files: [] });
  await renderScreen("/guest#secret");
  await main.getByRole("button", { name: "Save offline" }).click();
  await expect.element(main.getByText(/^Saved on this device\./)).toBeVisible();
  expect(await saved()).toEqual(["guest-link:secret"]);
  expect(await violations()).toEqual([]);
  await main.getByRole("button", { name: "Delete the copy" }).click();
  await expect.element(main.getByRole("button", { name: "Save offline" })).toBeVisible();
  await expect.poll(saved).toEqual([]);
});

test("a password is asked for, and a link that has ended says so", async () => {
  await api.fail(openGuestLink, 403, "This link needs a password.");
  await renderScreen("/guest#secret");
  await expect.element(heading).toHaveTextContent("This link needs a password");
  await userEvent.fill(main.getByLabelText("Password"), "wrong");
  await api.fail(openGuestLink, 403, "Password is incorrect.");
  await main.getByRole("button", { name: "Open" }).click();
  await expect.element(main.getByText("Password is incorrect.")).toBeVisible();
  expect(await violations()).toEqual([]);
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: { service: "patreon", id: "1" }, expires_at: END });
  await api.answer(getGuestPost, post);
  await main.getByRole("button", { name: "Open" }).click();
  await expect.element(heading).toHaveTextContent("Rain");
  await api.fail(openGuestLink, 404, "This link is not valid anymore.");
  await renderScreen("/guest#other");
  await expect.element(heading).toHaveTextContent("This link is not valid anymore");
});

test("links are listed, and revoked after a question", async () => {
  await answerWholeAccount();
  await renderScreen("/account/guest_links", { stored: LOGGED_IN });
  const items = main.getByRole("listitem");
  await expect.element(items).toHaveLength(2);
  await expect
    .element(items.first())
    .toHaveTextContent(/RainBy bea · .* · Open · opened 1 of 3 times · with a password/);
  await main.getByRole("button", { name: "Revoke link: Rain" }).click();
  await api.answer(revokeGuestLink, true);
  await api.answer(listGuestLinks, [guestLink({ id: 2, post: null, title: "Ann" })]);
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect.element(items).toHaveLength(1);
});

test("a collection is listed with its number of posts, and leads nowhere", async () => {
  await answerWholeAccount();
  const none = { service: null, user: null, post: null };
  await api.answer(listGuestLinks, [guestLink({ ...none, title: "Rainy days", posts: 2 })]);
  await renderScreen("/account/guest_links", { stored: LOGGED_IN });
  await expect.element(main.getByRole("listitem")).toHaveTextContent(/^Rainy daysBy bea .* · 2 posts · Open/);
  await expect.element(main.getByRole("link", { name: "Rainy days" })).not.toBeInTheDocument();
});

test("a link to a creator is made from its menu, with an end, a password and a number of opens", async () => {
  await answerWholeAccount();
  await api.answer(getProfile, profile());
  await api.answer(listCreatorPosts, [listPost()]);
  await renderScreen("/patreon/user/10", { stored: LOGGED_IN });
  await pressMore("Link for a friend");
  const dialog = page.getByRole("dialog", { name: "Link for a friend" });
  const end = dialog.getByRole("group", { name: "Valid for" });
  const make = dialog.getByRole("button", { name: "Create link" });
  await end.getByRole("radio", { name: "Date" }).click();
  await make.click();
  await expect.element(dialog.getByText("Choose a day within the next year.")).toBeVisible();
  await end.getByRole("radio", { name: "30 days" }).click();
  await userEvent.fill(dialog.getByLabelText("Password (optional)"), "abc");
  await userEvent.fill(dialog.getByLabelText("How many times it can be opened (optional)"), "3");
  await make.click();
  await expect.element(dialog.getByText("Password must have at least 5 characters.")).toBeVisible();
  await userEvent.fill(dialog.getByLabelText("Password (optional)"), "harbor lights");
  expect(await violations()).toEqual([]);
  await api.answer(createGuestLink, { token: "secret" });
  await make.click();
  await expect.element(dialog.getByText(`${location.origin}/guest#secret`)).toBeVisible();
  const [sent] = (await api.requests(/guest_links$/)).filter(({ method }) => method === "POST");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ password: "harbor lights", max_opens: 3 });
});
