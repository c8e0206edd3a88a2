type Link = { role: string; url: string };

const ofDemo = [
  "Open one of these links in a browser: the first two sign you in, the third takes part in the demo study.",
  "They are shown only once.",
];
const ofAdmin = ["Open this link in a browser: it signs you in as admin. It is shown only once."];

/** What a first start says below its last line, with air around it; nothing at any other start. */
export function firstLinks(links: readonly Link[]): string {
  if (links.length === 0) return "";
  const lines = links.map(({ role, url }) => `  ${role}  ${url}`);
  return ["", "", ...(links.length === 1 ? ofAdmin : ofDemo), ...lines, ""].join("\n");
}
