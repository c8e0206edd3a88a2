import { describe, expect, test } from "vitest";
import { invitationLink, invitationCsv } from "#components/invitations/address.ts";

const base = "https://study.example.org";
const one = { number: 7, code: "0123456789", cohort: null };
const sheet = { way: "invitation", until: "2027-01-31" } as const;

describe("the list of fresh invitations", () => {
  test("holds a line for each, with the code as it is shown and the whole link", () => {
    const csv = invitationCsv(
      { ...sheet, invitations: [one, { ...one, number: 8, cohort: "PhD, year 1" }] },
      base,
    );
    expect(csv.split("\r\n")).toEqual([
      "number,code,link,cohort,last_day",
      "7,01234-56789,https://study.example.org/join/01234-56789,,2027-01-31",
      '8,01234-56789,https://study.example.org/join/01234-56789,"PhD, year 1",2027-01-31',
      "",
    ]);
  });

  test("keeps a spreadsheet from reading a cohort as a formula", () => {
    const csv = invitationCsv({ ...sheet, invitations: [{ ...one, cohort: '=HYPERLINK("x")' }] }, base);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test("tells spreadsheets its encoding where the letters need it, and only there", () => {
    const withCohort = (cohort: string) =>
      invitationCsv({ ...sheet, invitations: [{ ...one, cohort }] }, base);
    expect(withCohort("本科").startsWith("\uFEFFnumber,")).toBe(true);
    expect(withCohort("PhD").startsWith("number,")).toBe(true);
  });
});

test("Prolific’s link ends with its marks as Prolific looks for them", () => {
  expect(invitationLink(base, "prolific", "0123456789")).toBe(
    "https://study.example.org/join/01234-56789?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}",
  );
  expect(invitationLink(base, "open_link", "0123456789")).toBe("https://study.example.org/join/01234-56789");
});
