/** Concurrency of hashing. */
import { afterEach, expect, test, vi } from "vitest";
import { HashPool } from "./pool.ts";

const MIB = 1024 * 1024;
const SUM = "a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484";
const zeros = new Blob([new Uint8Array(16 * MIB)]);
const file = () =>
  new File(
    Array.from({ length: 16 }, () => zeros),
    "zeros",
  );

afterEach(() => {
  vi.restoreAllMocks();
});

/** Hashes two files on a page with constant input. */
function hashTwo(onProgress = (_id: number) => {}) {
  const seen: string[] = [];
  const hashes: string[] = [];
  const pool = new HashPool(
    {
      onProgress: (id) => {
        seen.push(`${id} goes on`);
        onProgress(id);
      },
      onEnds: (ends) => {
        for (const end of ends) {
          seen.push(`${end.id} ended`);
          hashes.push("hash" in end ? end.hash : end.problem);
        }
      },
    },
    { usual: 1, most: 2 },
  );
  const using = setInterval(() => dispatchEvent(new Event("pointermove")), 50);
  pool.add([0, 1].map((id) => ({ id, file: file() })));
  return {
    seen,
    hashes,
    end() {
      clearInterval(using);
      pool.stop();
    },
  };
}

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a page that is used keeps its core: one file after the other", async () => {
  const { seen, hashes, end } = hashTwo();
  await expect.poll(() => hashes).toEqual([SUM, SUM]);
  expect(seen.indexOf("0 ended")).toBeLessThan(seen.indexOf("1 goes on"));
  end();
});

test("a hidden page gives it away; shown again it has it back, and what was begun is finished afterwards", async () => {
  setHidden(true);
  // At once: what is hashed until a test has noticed it depends on the machine.
  const { seen, hashes, end } = hashTwo((id) => {
    if (id === 1 && document.hidden) setHidden(false);
  });
  await expect.poll(() => hashes).toEqual([SUM, SUM]);
  expect(seen.indexOf("1 goes on")).toBeLessThan(seen.indexOf("0 ended"));
  expect(seen.at(-1)).toBe("1 ended");
  end();
});
