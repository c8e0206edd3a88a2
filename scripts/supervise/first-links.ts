type Link = { role: string; url: string };

const ofDemo =
  "open one of these in a browser when it says ready: the first two sign you in, the third takes part in the demo study.";
const ofAdmin = "open this one in a browser when it says ready: it signs you in as admin.";
const once = "          Shown only once.";

/** What a first start says of the links that it made, in lines of its own. */
export function formatLinks(links: readonly Link[]): string {
  const lines = links.map(({ role, url }) => `  ${role}  ${url}`);
  return [links.length === 1 ? ofAdmin : ofDemo, once, ...lines, ""].join("\n");
}
