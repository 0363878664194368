/** Addresses of files. They have no contracts, so they are described by hand; tests compare responses with this. */

import type { Answer, Operation, Parameter, Schema } from "#shared/entities/openapi.ts";
import { BASIC_LOGIN } from "#shared/rules/files.ts";
import { DEFAULT_WIDTH, THUMBNAIL_WIDTHS } from "#shared/rules/thumbnails.ts";
import { PARAMETERS } from "./descriptions.ts";
import { FILES } from "./groups.ts";
import { securityOf } from "./policy.ts";

const ERROR = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
const BYTES = { "*/*": { schema: {} } };
const HEX2 = "^[0-9a-f]{2}$";

const inPath = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", ...schema },
});
const inQuery = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: "query",
  required: false,
  description,
  schema,
});

const STORED = [
  inPath("aa", "The first two digits of the SHA-256.", { pattern: HEX2, examples: ["0a"] }),
  inPath("bb", "The next two digits.", { pattern: HEX2, examples: ["1b"] }),
  inPath("file", "The whole SHA-256, which begins with those four digits, and the extension.", {
    pattern: "^[0-9a-f]{64}(\\.[a-z0-9]{1,10})?$",
    examples: [`0a1b${"c".repeat(60)}.png`],
  }),
];
const CREATOR = ["service", "id"].map((name) =>
  inPath(name, PARAMETERS[name]?.description ?? "", PARAMETERS[name]?.schema ?? {}),
);

const refused: Record<string, Answer> = {
  400: { description: "The address is not valid.", content: ERROR },
  401: {
    description: "The archive is for members and there is no session, or the access token is not valid.",
    content: ERROR,
  },
  403: {
    description:
      "Asked for as a service worker, which stored files never are, or with a token without scope.",
    content: ERROR,
  },
  404: { description: "There is no such file.", content: ERROR },
  451: { description: "A takedown hides it.", content: ERROR },
  429: { description: "Too many requests with this access token.", content: ERROR },
  500: { description: "A fault of ours.", content: ERROR },
  503: { description: "Too busy, or the storage does not answer; ask again later.", content: ERROR },
};
/** Answers of any route that sends a file. */
export const SENT: Record<string, Answer> = {
  200: { description: "The bytes, with ETag and Last-Modified.", content: BYTES },
  206: { description: "The part that Range asks for.", content: BYTES },
  304: { description: "Not changed since the ETag or the date sent." },
  412: { description: "A condition of the request does not hold.", content: ERROR },
  416: { description: "The range begins past the end.", content: ERROR },
};
const sent: Record<string, Answer> = { ...refused, ...SENT };
const pictures: Record<string, Answer> = {
  ...sent,
  422: { description: "The stored file is not a picture that can be read.", content: ERROR },
};

function operation(
  operationId: string,
  summary: string,
  parameters: Parameter[],
  responses: Record<string, Answer>,
): { get: Operation } {
  const security = securityOf("anyone", "read");
  return { get: { operationId, tags: [FILES], summary, security, parameters, responses } };
}

const LOGIN = inQuery("login", "A refusal asks for HTTP Basic credentials, as feed readers need.", {
  type: "string",
  enum: [BASIC_LOGIN],
});

export const FILE_PATHS: Record<string, { get: Operation }> = {
  "/data/{aa}/{bb}/{file}": operation(
    "getStoredFile",
    "A stored file. A server gives it a sandbox of its own, so nothing in it can run as this site.",
    [...STORED, inQuery("f", "The name to save it under.", { type: "string" }), LOGIN],
    sent,
  ),
  "/{aa}/{bb}/{file}": operation("getBareFile", "Leads to the same path below `/data`.", STORED, {
    302: {
      description: "Under `/data`.",
      content: BYTES,
      headers: { Location: { description: "The address of the file.", schema: { type: "string" } } },
    },
    400: refused[400] as Answer,
    401: refused[401] as Answer,
    403: refused[403] as Answer,
    429: refused[429] as Answer,
  }),
  "/thumbnail/data/{aa}/{bb}/{file}": operation(
    "getThumbnail",
    "A small picture of a stored picture, made when first asked for, or of a stored video whose `media.poster` is true.",
    [
      ...STORED,
      inQuery("w", "Greatest width in pixels.", {
        type: "string",
        enum: THUMBNAIL_WIDTHS.map(String),
        default: String(DEFAULT_WIDTH),
      }),
      LOGIN,
    ],
    pictures,
  ),
  "/thumbnail/strip/data/{aa}/{bb}/{file}": operation(
    "getStrip",
    "Pictures of a stored video at equal intervals, row by row in one JPEG; `media.strip` of the video says how many.",
    [...STORED, LOGIN],
    sent,
  ),
  "/thumbnail/rendition/data/{aa}/{bb}/{file}": operation(
    "getRendition",
    "An MP4 with H.264 and AAC of a stored video that has `media.rendition`: browsers commonly do not play the video itself.",
    [...STORED, LOGIN],
    sent,
  ),
  "/icons/{service}/{id}": operation(
    "getIcon",
    "The creator's round picture.",
    [...CREATOR, LOGIN],
    pictures,
  ),
  "/banners/{service}/{id}": operation("getBanner", "The creator's wide picture.", CREATOR, pictures),
};
