import { useState } from "react";
import type { AdPlace } from "#shared/rules/site.ts";
import { t } from "../../i18n/initial.ts";
import { environment, useHydrated } from "../../lib/environment.ts";
import { site } from "../../lib/site.ts";
import styles from "./AdSlot.module.css";

/** An ad by the operator: text and at most one image from this site, in a box of fixed size. */
export function AdSlot({ place }: { place: AdPlace }) {
  const isHydrated = useHydrated();
  const [chance] = useState(() => (isHydrated ? Math.random() : environment().random));
  const blocks = site().ads.filter((one) => one.place === place);
  const block = blocks[Math.floor(chance * blocks.length)];
  if (block === undefined) return null;
  return (
    <aside className={styles.slot} aria-label={t("shell.ad")}>
      <p className={styles.label}>{t("shell.ad")}</p>
      <a
        className={styles.block}
        href={block.href}
        rel="sponsored noopener noreferrer"
        target={block.href.startsWith("/") ? undefined : "_blank"}
        dir="auto"
      >
        {block.image === undefined ? null : (
          <img src={block.image} alt="" width={120} height={72} decoding="async" />
        )}
        <span className={styles.words}>
          <strong>{block.title}</strong>
          {block.text === "" ? null : <span>{block.text}</span>}
        </span>
      </a>
    </aside>
  );
}
