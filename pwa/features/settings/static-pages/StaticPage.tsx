import { t } from "../../../i18n/index.ts";
import { useTexts } from "../../../i18n/use-texts.ts";
import { site } from "../../../lib/site.ts";
import { LinkedText } from "../../../ui/LinkedText.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { KeyLocations } from "../../imports/importer/KeyLocations.tsx";
import { CommunityLinks } from "./CommunityLinks.tsx";
import type { Block, StaticPage as Content } from "./pages.ts";
import styles from "./StaticPage.module.css";

/** A page of text. */
export function StaticPage({ content }: { content: Content }) {
  if (!useTexts()) return <Skeleton />;
  return (
    <article className={styles.text}>
      <PageHeading title={t(content.title)} />
      {content.blocks(site()).map((block) => (
        <Part key={keyOf(block)} block={block} />
      ))}
    </article>
  );
}

function keyOf(block: Block): string {
  if ("id" in block) return block.id;
  return "ids" in block ? block.ids.join() : block.kind;
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h2>{t(block.id)}</h2>;
    case "text":
      return (
        <p>
          <LinkedText id={block.id} />
        </p>
      );
    case "note":
      return (
        <p className={styles.note}>
          <LinkedText id={block.id} />
        </p>
      );
    case "services":
      return <KeyLocations />;
    case "rooms":
      return <CommunityLinks />;
    default:
      return <Points ids={block.ids} isOrdered={block.kind === "steps"} />;
  }
}

function Points({ ids, isOrdered }: { ids: Extract<Block, { ids: unknown }>["ids"]; isOrdered: boolean }) {
  const List = isOrdered ? "ol" : "ul";
  return (
    <List className={isOrdered ? styles.steps : styles.list}>
      {ids.map((id) => (
        <li key={id}>
          <LinkedText id={id} />
        </li>
      ))}
    </List>
  );
}

const WIDTHS = ["long", "long", "short", "long", "long", "short"] as const;

function Skeleton() {
  return (
    <div className={styles.text} role="status" aria-label={t("staticPages.loading")}>
      <div className={`${page.skeleton} ${styles.title}`} />
      {WIDTHS.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered lines never reorder
        <div key={at} className={`${page.skeleton} ${styles[width]}`} />
      ))}
    </div>
  );
}
