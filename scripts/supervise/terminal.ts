import path from "node:path";

type Link = { role: string; url: string };

const ofDemo =
  "open one of these in a browser once the product is ready: the first two sign you in, the third takes part in the demo study.";
const ofAdmin = "open this one in a browser once the product is ready: it signs you in as admin.";
const once = "          Shown only once.";

/** What a first start says of the links that it made, in lines of its own. */
export function formatLinks(links: readonly Link[]): string {
  const lines = links.map(({ role, url }) => `  ${role}  ${url}`);
  return [links.length === 1 ? ofAdmin : ofDemo, once, ...lines, ""].join("\n");
}

type Source = NodeJS.Dict<string>;

/** A terminal is read by a person: it shows what is wrong, and files have the rest. Nothing where the operator chose. */
export const logOnTerminal = (source: Source, dataDir: string): Source =>
  source.LOG_LEVEL || source.LOG_DIR
    ? {}
    : { LOG_LEVEL: "warn", LOG_DIR: path.join(path.resolve(dataDir), "logs") };
