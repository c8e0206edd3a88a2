type Link = { role: string; url: string };

const ofDemo = [
  "Begin with one of these links, in a browser: the first two sign you in, the third takes part in the demo study.",
  "They are shown this once.",
];
const ofAdmin = ["Begin with this link, in a browser: it signs you in as admin. It is shown this once."];

/** What a first start says below its last line, with air around it; nothing at any other start. */
export function firstLinks(links: readonly Link[]): string {
  if (links.length === 0) return "";
  const lines = links.map(({ role, url }) => `  ${role}  ${url}`);
  return ["", "", ...(links.length === 1 ? ofAdmin : ofDemo), ...lines, ""].join("\n");
}
