import { t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverMenu } from "../../../ui/PopoverMenu.tsx";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { MuteCreatorButton } from "../../reading/mutes/MuteButton.tsx";

export interface CreatorMenuProps {
  creator: { service: string; id: string; name: string };
  className: string | undefined;
}

/** "…" menu of a creator's card on phones: actions without opening the page. */
export function CreatorMenu({ creator, className }: CreatorMenuProps) {
  const { service, id, name } = creator;
  return (
    <PopoverMenu
      label={t("posts.menu", { title: name })}
      title={<bdi>{name}</bdi>}
      className={className}
      face={
        <span>
          <Icon name="more" size={18} />
        </span>
      }
      isLazy
    >
      <FavoriteButton target={{ service, user: id }} name={name} />
      <MuteCreatorButton creator={creator} />
    </PopoverMenu>
  );
}
