import type { Figure } from "#lib/figures/figure.ts";

export const sampleFlow = (): Figure => ({
  kind: "flow",
  input: {
    steps: [
      {
        id: "agreed",
        title: "Agreed to take part (n = 1,204)",
        lines: ["1,020 by personal invitation, of 1,400 invited", "184 by open link"],
        leaving: { title: "Did not begin (n = 31)", lines: [] },
      },
      {
        id: "began",
        title: "Began (n = 1,173)",
        lines: [],
        leaving: {
          title: "Not analysed (n = 77)",
          lines: [
            "12 withdrew",
            "65 excluded; several reasons may apply to one:",
            "3 excluded by hand",
            "22 failed attention checks",
            "44 did not finish",
          ],
        },
      },
      { id: "counted", title: "Analysed (n = 1,096)", lines: ["54,800 answers to 50 cases"] },
    ],
  },
});
