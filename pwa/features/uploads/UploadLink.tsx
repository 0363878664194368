import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";

/** Link to upload files for a creator. */
export function UploadLink({ params: { service, id } }: { params: { service: string; id: string } }) {
  return (
    <p>
      <Link to="/posts/upload" search={{ service, user: id }} className={button.button} preload={false}>
        {t("uploads.title")}
      </Link>
    </p>
  );
}
