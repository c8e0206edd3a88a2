import type { getFormatter } from "next-intl/server";

type Formatter = Awaited<ReturnType<typeof getFormatter>>;

const units = [
  [1024 ** 4, "terabyte"],
  [1024 ** 3, "gigabyte"],
  [1024 ** 2, "megabyte"],
  [1024, "kilobyte"],
] as const;

/** Bytes in the unit that leaves one to three digits. */
export function formatBytes(format: Formatter, bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1024, "kilobyte"];
  const value = bytes / size;
  return format.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}
