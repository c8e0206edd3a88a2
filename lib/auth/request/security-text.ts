const days = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** As RFC 9116 has it. Whoever reads it gets it from a running server, whose word holds for a month. */
export function securityText(given: { contact: string; canonical: string; now: Date }): string {
  const expires = new Date(Math.ceil(given.now.getTime() / dayMs + days) * dayMs);
  const lines = [
    `Contact: ${given.contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    // The standard knows addresses of the web by https alone.
    ...(given.canonical.startsWith("https:") ? [`Canonical: ${given.canonical}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
