/** All supported formats. The first that recognizes a folder reads it. */

import { afdianToMarkdown } from "./afdian-to-markdown.ts";
import { boostyDownloader } from "./boosty-downloader.ts";
import { candfansDownloader } from "./candfans-downloader.ts";
import { discordChatExporter } from "./discord-chat-exporter.ts";
import { discordHistoryTracker } from "./discord-history-tracker.ts";
import { dlsite } from "./dlsite.ts";
import { fanboxDl } from "./fanbox-dl.ts";
import { fanslyDownloader } from "./fansly-downloader.ts";
import { fanslyScraper } from "./fansly-scraper.ts";
import { fantiadl } from "./fantiadl.ts";
import { galleryDl } from "./gallery-dl.ts";
import { gumroadUtils } from "./gumroad-utils.ts";
import { kemonoDl } from "./kemono-dl.ts";
import { kemonoDl2022 } from "./kemono-dl-2022.ts";
import { kemonoDownloader } from "./kemono-downloader.ts";
import { ktoolbox } from "./ktoolbox.ts";
import type { Format } from "./lib/format.ts";
import { lowfcBoostyDownloader } from "./lowfc-boosty-downloader.ts";
import { patreonDl } from "./patreon-dl.ts";
import { patreonDownloader } from "./patreon-downloader.ts";
import { pixivFanboxDownloader } from "./pixiv-fanbox-downloader.ts";
import { pixivUtil2 } from "./pixivutil2.ts";
import { plainFolder } from "./plain-folder.ts";
import { postArchiver } from "./post-archiver.ts";
import { roost } from "./roost.ts";
import { userData } from "./user-data.ts";
import { ytDlp } from "./yt-dlp.ts";

export const FORMATS: readonly Format[] = [
  roost,
  galleryDl,
  discordChatExporter,
  discordHistoryTracker,
  userData,
  patreonDl,
  postArchiver,
  ktoolbox,
  kemonoDownloader,
  pixivUtil2,
  patreonDownloader,
  fantiadl,
  afdianToMarkdown,
  fanslyScraper,
  boostyDownloader,
  lowfcBoostyDownloader,
  ytDlp,
  // Recognized by names of files and folders only.
  kemonoDl2022,
  kemonoDl,
  fanboxDl,
  pixivFanboxDownloader,
  fanslyDownloader,
  candfansDownloader,
  gumroadUtils,
  dlsite,
];

/** Reads files not read by any other format. */
export const PLAIN: Format | undefined = plainFolder;
