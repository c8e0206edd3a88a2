/** What keeps the product from storing answers, by name. */
export const problems = [
  "unreachable",
  "too_many_connections",
  "shutting_down",
  "read_only",
  "disk_full",
  "out_of_memory",
  "not_allowed",
  "durability_off",
  "migrations_pending",
] as const;
export type Problem = (typeof problems)[number];

export type Health = {
  status: "ok" | "failing";
  problems: Problem[];
  database: "ok" | "unreachable";
  version: string;
  migrations: { applied: number; pending: string[] } | null;
};
