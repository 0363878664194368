import { expect, test } from "vitest";
import { heading, main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

test("uploading says that it comes later, with a way on", async () => {
  await renderScreen("/posts/upload");
  await expect.element(heading).toHaveTextContent("Coming soon");
  await expect.element(main.getByText("Uploading isn't available yet.")).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
});
