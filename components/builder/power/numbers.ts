import { useFormatter } from "next-intl";

/** Shares as percent, differences of shares as points. */
export function usePowerNumbers() {
  const format = useFormatter();
  const written = (value: number) =>
    format.number(100 * value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    points: written,
    half: (width: number) => written(width / 2),
    percent: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
    exactly: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 }),
    count: (value: number) => format.number(value),
  };
}
