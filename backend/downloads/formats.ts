/** Every format that an import recognizes. The first that recognizes a folder reads it. */
import type { Format } from "./format.ts";
import { afdianToMarkdown } from "./formats/afdian-to-markdown.ts";
import { boostyDownloader } from "./formats/boosty-downloader.ts";
import { candfansDownloader } from "./formats/candfans-downloader.ts";
import { discordChatExporter } from "./formats/discord-chat-exporter.ts";
import { discordHistoryTracker } from "./formats/discord-history-tracker.ts";
import { dlsite } from "./formats/dlsite.ts";
import { fanboxDl } from "./formats/fanbox-dl.ts";
import { fanslyDownloader } from "./formats/fansly-downloader.ts";
import { fanslyScraper } from "./formats/fansly-scraper.ts";
import { fantiadl } from "./formats/fantiadl.ts";
import { galleryDl } from "./formats/gallery-dl.ts";
import { gumroadUtils } from "./formats/gumroad-utils.ts";
import { kemonoDl } from "./formats/kemono-dl.ts";
import { kemonoDl2022 } from "./formats/kemono-dl-2022.ts";
import { kemonoDownloader } from "./formats/kemono-downloader.ts";
import { ktoolbox } from "./formats/ktoolbox.ts";
import { lowfcBoostyDownloader } from "./formats/lowfc-boosty-downloader.ts";
import { patreonDl } from "./formats/patreon-dl.ts";
import { patreonDownloader } from "./formats/patreon-downloader.ts";
import { pixivFanboxDownloader } from "./formats/pixiv-fanbox-downloader.ts";
import { pixivUtil2 } from "./formats/pixivutil2.ts";
import { plainFolder } from "./formats/plain-folder.ts";
import { userData } from "./formats/user-data.ts";
import { ytDlp } from "./formats/yt-dlp.ts";

export const FORMATS: readonly Format[] = [
  galleryDl,
  discordChatExporter,
  discordHistoryTracker,
  userData,
  patreonDl,
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
  // By the names of files and folders alone.
  kemonoDl2022,
  kemonoDl,
  fanboxDl,
  pixivFanboxDownloader,
  fanslyDownloader,
  candfansDownloader,
  gumroadUtils,
  dlsite,
];

/** Reads the files that no other format has read. */
export const PLAIN: Format | undefined = plainFolder;
