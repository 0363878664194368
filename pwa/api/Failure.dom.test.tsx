import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { alert, cards } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

/** Returns the details that a report needs, by name. */
function details(): Record<string, string> {
  const rows = document.querySelectorAll("[role=alert] dl > div");
  return Object.fromEntries(
    [...rows].map((row) => [
      row.querySelector("dt")?.textContent ?? "",
      row.querySelector("dd")?.textContent ?? "",
    ]),
  );
}

test.each([
  [500, "Server", "Something went wrong on the server.", "Failed to fetch from API due to server error."],
  [
    503,
    "Server (no need to report)",
    "The server is down for maintenance",
    "API is in maintenance or not available.",
  ],
])("an answer %d is distinguished, with its request and response", async (status, origin, words, report) => {
  await answerEverything();
  await api.fail(listPosts, status, "No.", status === 503 ? NOT_SOON : {});
  await renderScreen("/posts");
  await expect.element(alert).toHaveTextContent(words);
  await alert.getByText("Details").click();
  await expect.poll(details).toMatchObject({ Origin: origin });
  expect(details()["Message"]).toContain(report);
  expect(details()["Request"]).toContain("/api/v1/posts");
  expect(details()["Response"]).toContain(String(status));
  await answerEverything();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards.first()).toBeVisible();
});
