import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";

/** Menu item for administrators: leads to the preview of a takedown. @param props.address path of a creator or post */
export function TakeDownLink({ address }: { address: string }) {
  return (
    <Link to="/account/administrator/takedowns" search={{ address }}>
      <Icon name="trash" />
      {t("takedownAdmin.open")}
    </Link>
  );
}
