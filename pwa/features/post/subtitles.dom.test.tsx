/** Subtitles beside a video, in real tracks of the browser. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#tests/components/api.ts";
import { filePath } from "#tests/components/examples.ts";
import { addSubtitles, subtitlesOf } from "./subtitles.ts";

const file = (name: string) => ({ name, path: `/${filePath(name).slice(1)}` });
const bytes = (text: string) => new TextEncoder().encode(text);
const VIDEO = { name: "Harbor.mp4" };

let video: HTMLVideoElement;
beforeEach(() => {
  video = document.body.appendChild(document.createElement("video"));
});
afterEach(() => video.remove());

test("files with the name of the video belong to it, of an only video all", () => {
  const names = [
    "harbor.srt",
    "harbor.pt-BR.vtt",
    "Harbor.final.ass",
    "tide.srt",
    "harbor.txt",
    "harbor2.srt",
  ];
  const found = (count: number) =>
    subtitlesOf(VIDEO, count, names.map(file)).map((one) => [one.file.name, one.language]);
  expect(found(2)).toEqual([
    ["harbor.srt", ""],
    ["harbor.pt-BR.vtt", "pt-br"],
    ["Harbor.final.ass", ""],
  ]);
  expect(found(1).map(([name]) => name)).toEqual([
    "harbor.srt",
    "harbor.pt-BR.vtt",
    "Harbor.final.ass",
    "tide.srt",
    "harbor2.srt",
  ]);
});

const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}Quiet{\\i0}, tonight\\Nby the harbor
`;
const SRT = "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}Quiet, tonight\nby the harbor\n\n";
const VTT = "WEBVTT\n\n00:01.000 --> 00:02.500\nQuiet, tonight\nby the harbor\n";

test.each([
  ["harbor.en.srt", SRT, "English"],
  ["harbor.ja.ass", ASS, "Japanese"],
  ["harbor.vtt", VTT, "harbor.vtt"],
])("%s is read when the video plays", async (name, text, label) => {
  await api.binary(`/data${file(name).path}`, bytes(text));
  const all = subtitlesOf(VIDEO, 2, [file(name)]);
  addSubtitles(video, all);
  addSubtitles(video, all); // rendered again
  expect(video.textTracks).toHaveLength(1);
  const [track] = [...video.textTracks];
  if (track === undefined) throw new Error("No track.");
  expect([track.kind, track.label, track.mode]).toEqual(["subtitles", label, "disabled"]);
  track.mode = "hidden";
  expect(track.cues).toHaveLength(0);
  video.dispatchEvent(new Event("play"));
  await expect.poll(() => track.cues?.length).toBe(1);
  const [cue] = [...(track.cues ?? [])] as VTTCue[];
  expect([cue?.startTime, cue?.endTime, cue?.text]).toEqual([1, 2.5, "Quiet, tonight\nby the harbor"]);
});
