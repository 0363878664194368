import { useEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import { PopoverMenu } from "../../ui/PopoverMenu.tsx";
import { ScreenIcon } from "../../ui/ScreenIcon.tsx";
import { TEXT_PLACE } from "../reading/history/reading-time.ts";
import reading from "../reading/reader/Reading.module.css";

/** Fewer headings are read past sooner than chosen. */
const MIN_CHAPTERS = 3;

const headings = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`main [${TEXT_PLACE}] :is(h1, h2, h3, h4, h5, h6)`)].filter(
    ({ textContent }) => textContent.trim() !== "",
  );

/** Menu of the headings in a long text. */
export function Chapters() {
  const [titles, setTitles] = useState<string[]>([]);
  useEffect(() => setTitles(headings().map(({ textContent }) => textContent.trim())), []);
  if (titles.length < MIN_CHAPTERS) return null;
  const go = (index: number) => {
    const heading = headings()[index];
    heading?.scrollIntoView();
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };
  return (
    <PopoverMenu
      label={t("post.chapters")}
      face={<ScreenIcon name="contents" size={22} />}
      className={reading.opener ?? ""}
    >
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and their order is fixed
        <button key={index} type="button" onClick={() => go(index)}>
          <span dir="auto">{title}</span>
        </button>
      ))}
    </PopoverMenu>
  );
}
