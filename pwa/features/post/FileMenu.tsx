import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import { t } from "../../i18n/index.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { addDownloadToOwned } from "../../offline/owned-files/owned-files.ts";
import { OutOfView } from "../../ui/Deferred.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PopoverMenu } from "../../ui/PopoverMenu.tsx";
import { CopyHash } from "./FileTools.tsx";

export interface FileMenuProps {
  file: FileRef;
  className: string | undefined;
  /** Further commands. */
  children?: ReactNode;
}

/** "…" menu of an image, in the gallery and in the viewer. */
export function FileMenu({ file, className = "", children }: FileMenuProps) {
  const { name, path } = file;
  const hash = hashOfPath(path);
  const address = fileAddress(file);
  return (
    <PopoverMenu
      label={t("post.file.menu", { name: name || t("post.file.image") })}
      title={<bdi>{name}</bdi>}
      className={className}
    >
      <OutOfView>
        {children}
        <a href={address} target="_blank" rel="noopener">
          <Icon name="external" />
          {t("post.file.original")}
        </a>
        <a href={address} download={name} onClick={() => addDownloadToOwned(file)}>
          <Icon name="download" />
          {t("post.file.save")}
        </a>
        {hash === undefined || !isInlineImage(path) ? null : (
          <Link to="/search_hash" search={{ hash, shared: undefined, similar: "1" }}>
            <Icon name="search" />
            {t("post.file.similar")}
          </Link>
        )}
        {hash === undefined ? null : <CopyHash hash={hash} label={t("post.file.copyChecksum")} />}
      </OutOfView>
    </PopoverMenu>
  );
}
