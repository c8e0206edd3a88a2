import pg from "pg";
import type { Product } from "#e2e/support/product.ts";

/** Fails the requests of one person alone. */
export async function failFor(product: Pick<Product, "ownerUrl">, personId: string) {
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  await owner.query(`CREATE FUNCTION fail_as_told() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'as told' USING ERRCODE = TG_ARGV[0]; END $$`);
  return {
    /** That somebody was there is noted in the middle of their request, the first time at once. */
    async as(code: string) {
      await owner.query("UPDATE users SET last_seen_at = NULL WHERE id = $1", [personId]);
      await owner.query(`CREATE OR REPLACE TRIGGER fail BEFORE UPDATE ON sign_ins FOR EACH ROW
        WHEN (NEW.user_id = '${personId}') EXECUTE FUNCTION fail_as_told('${code}')`);
    },
    noMore: () => owner.query("DROP TRIGGER IF EXISTS fail ON sign_ins"),
    async end() {
      await owner.query("DROP FUNCTION fail_as_told CASCADE");
      await owner.end();
    },
  };
}
