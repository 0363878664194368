import { Link, useNavigate } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { createCollection } from "../../../offline/collections/collections.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import rowStyles from "../../../ui/Rows.module.css";
import { NewCollection } from "./CollectDialog.tsx";
import styles from "./Collections.module.css";
import { useCollections } from "./store.ts";

/** `/collections` */
export function CollectionsPage() {
  const rows = useCollections();
  const navigate = useNavigate();
  const create = async (name: string) => {
    const id = await createCollection(name);
    await navigate({ to: "/collections/$collection", params: { collection: id } });
  };
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("collections.title")} />
      </header>
      <p className={page.note}>{t("collections.intro")}</p>
      {rows === undefined ? null : (
        <ul className={rowStyles.rows}>
          {rows.map(({ id, name, posts }) => (
            <li key={id}>
              <Link to="/collections/$collection" params={{ collection: id }} className={rowStyles.row}>
                <span dir="auto">{name}</span>
                <span className={styles.count}>{t("collections.count", { count: posts.length })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewCollection onCreate={(name) => void create(name)} />
    </div>
  );
}
