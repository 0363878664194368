import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "#tests/components/screen.tsx";
import { PartBoundary } from "./PartBoundary.tsx";

function Broken(): never {
  throw new RangeError("broken part");
}

test("a part that throws is a line of text, and the parts around it stay", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React reports what a boundary has caught
  render(
    <>
      <PartBoundary>Before</PartBoundary>
      <PartBoundary>
        <Broken />
      </PartBoundary>
      <PartBoundary>After</PartBoundary>
    </>,
  );
  await expect.element(page.getByText("This part can't be shown.")).toBeVisible();
  await expect.element(page.getByText("Before")).toBeVisible();
  await expect.element(page.getByText("After")).toBeVisible();
});
