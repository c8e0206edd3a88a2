import { describe, expect, test } from "vitest";
import { uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given, expectPermitted, expectRefused } = prepareTrial();
const change = (what: string): Statement => ({ text: `UPDATE model_endpoints SET ${what} WHERE id = 1` });

test("model_calls_kept: a try is filled in once", async () => {
  const fill = (text: string): Statement => ({
    text: `UPDATE model_calls SET ended_at = now(), text = '${text}' WHERE case_version_id = 1`,
  });
  await given(fill("Anna."));
  await expectRefused(fill("Bela."), {
    message: "UPDATE on model_calls is refused: its rows are kept as they were written",
  });
  await expectPermitted({ text: "DELETE FROM benchmarks WHERE id = 2" });
});

test("model_calls_summed: what tries bring and cost is added up as they end, each once", async () => {
  const begin = (attempt: number): Statement => ({
    text: `INSERT INTO model_calls (endpoint_run_id, case_version_id, sample, attempt)
      SELECT '${uuid(2)}', case_version_id, 1, ${attempt} FROM endpoint_run_cases WHERE endpoint_run_id = '${uuid(2)}'`,
  });
  await given(
    { text: "DELETE FROM model_calls" },
    {
      text: `INSERT INTO endpoint_run_cases (endpoint_run_id, case_version_id, position)
        SELECT '${uuid(2)}', id, id FROM case_versions WHERE id <= 2`,
    },
    begin(1),
  );
  const sums = async () =>
    (await client.query(`SELECT * FROM model_call_sums WHERE endpoint_run_id = '${uuid(2)}'`)).rows;
  await given({ text: "UPDATE model_calls SET detail = 'still under way'" });
  expect(await sums()).toEqual([]);
  await given({ text: "UPDATE model_calls SET ended_at = now(), failure = 'rate', status = 429" });
  expect(await sums()).toMatchObject([{ ended: 2, answered: 0, unpriced: 0, money: 0 }]);
  await given(begin(2));
  await given(
    {
      text: `UPDATE model_calls SET ended_at = now(), money = 0.25, input_tokens = 90, cached_tokens = 5,
      output_tokens = 7, reasoning_tokens = 3 WHERE attempt = 2 AND case_version_id = 1`,
    },
    { text: `UPDATE model_calls SET ended_at = now() WHERE attempt = 2 AND case_version_id = 2` },
  );
  expect(await sums()).toMatchObject([
    {
      ...{ ended: 4, answered: 2, unpriced: 1, money: 0.25 },
      ...{ input_tokens: "90", cached_tokens: "5", output_tokens: "7", reasoning_tokens: "3" },
    },
  ]);
});

describe("prompt_templates_kept, prompt_template_versions_kept", () => {
  const refused = (what: string) => ({
    message: `${what} is refused: its rows are kept as they were written`,
    code: "23000",
  });

  test("a version is never written anew, nor its template", async () => {
    await expectRefused(
      { text: "UPDATE prompt_template_versions SET text = '{turns}' WHERE id = 2" },
      refused("UPDATE on prompt_template_versions"),
    );
    await expectRefused(
      { text: "UPDATE prompt_templates SET name = 'Another' WHERE id = 1" },
      refused("UPDATE on prompt_templates"),
    );
  });

  test("they go with their benchmark, and alone not", async () => {
    await expectRefused(
      { text: "DELETE FROM prompt_template_versions WHERE id = 2" },
      refused("DELETE on prompt_template_versions"),
    );
    await expectRefused(
      { text: "DELETE FROM prompt_templates WHERE id = 2" },
      refused("DELETE on prompt_templates"),
    );
    await given(
      { text: "INSERT INTO prompt_templates (id, benchmark_id, name) VALUES (50, 2, 'Plain')" },
      {
        text: `INSERT INTO prompt_template_versions (id, template_id, number, text, sha256)
          VALUES (50, 50, 1, 'Who?', sha256('Who?'))`,
      },
    );
    await expectPermitted({ text: "DELETE FROM benchmarks WHERE id = 2" });
  });
});

describe("model_endpoints_stay", () => {
  test("what is fake stays so, whatever becomes of it", async () => {
    await expectPermitted(change("is_fake = false"), change("is_fake = true"));
    await given(change("is_fake = true"));
    const message = "an endpoint that is fake stays so";
    await expectRefused(change("is_fake = false"), { message, code: "23514" });
    await expectRefused(change("is_fake = false, address = 'https://elsewhere.example.org/v1'"), { message });
    await expectPermitted(change("address = 'https://elsewhere.example.org/v1'"));
  });

  test("what is retired doesn't come back", async () => {
    await given(change("removed_at = now(), sealed_key = NULL"));
    const message = "an endpoint that is retired stays so";
    await expectRefused(change("removed_at = NULL"), { message, code: "23514" });
    await expectRefused(change("removed_at = removed_at + interval '1 day'"), { message });
    await expectPermitted(change("is_fake = true"));
  });
});
