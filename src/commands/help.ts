import { KASSA } from '../platform/core/program.ts';

/** What `kassa --help` prints. */
export const HELP = `Kassa: commerce for people who sell software, on your own machine.

  kassa serve                      start the service
  kassa keys create                make an API key and show it once
      --store ID|NAME              for this store (default: the test store)
      --scope full|read|license    what it may do (default: full)
      --expires DATE|DURATION      2027-01-31, or P30D for thirty days (default: never)
      --name NAME                  what it is for
  kassa keys list
  kassa keys revoke KEY_ID
  kassa stores create --name NAME  make a store
      --mode test|live             for ever (default: test)
  kassa stores go-live             make the live store of a test store: first a list of what is
      --yes                        copied and what is left; and do it
      --store ID|NAME --name NAME  of this test store; another name for the live one
  kassa stores update              change a store: its name, and how it shows itself to buyers
      --store ID|NAME --name NAME
      --logo FILE --favicon FILE   PNG, JPEG or WebP, at most 500 kB; none removes
      --accent-color #5b4bdb       the colour of buttons and links
      --support-email ADDRESS --support-url URL
      --terms-url URL --privacy-url URL --imprint-url URL --refund-url URL
      --default-language de        for buyers whose browser asks for none of ours
      --license-key-prefix LUMEN   what new license keys begin with
      --embed-domains URL,URL      sites that may show the checkout in a frame
  kassa stores list
  kassa provider connect stripe    take payments with an account at Stripe; asks for its key
      --store ID|NAME
      --publishable-key pk_…       and with it cards are typed on your own payment page
  kassa provider show              who takes the payments of each store
  kassa provider disconnect        take no more payments with it, and erase its key
  kassa signing-keys rotate        sign license certificates with a new key from now on
  kassa signing-keys revoke KEY_ID take back what a key has signed
  kassa signing-keys list
  kassa listen                     send a test store's events to your own machine
      --forward-to URL             such as http://localhost:3000/webhooks
      --store ID|NAME
  kassa trigger EVENT              make an event happen in a test store, for real
      --store ID|NAME
  kassa demo                       make a test store that has lived through a year, to look at
      --seed NUMBER                another year (default: 7); the same for the same number
      --serve                      and start the service to look at it, in data/demo
  kassa dashboard link             a link to make the owner, or to let one in who has lost all else
      --email ADDRESS              which owner; by default the first
  kassa mails                      the mails of a store, sent, waiting, failed and kept
      --store ID|NAME
  kassa mails show MAIL_ID         what one says
  kassa health                     exits with 0 if the Kassa on this machine is ready, else with 1
  kassa doctor                     look at everything a shop needs; exits with 1 if something is wrong
  kassa verify                     check every amount, count and record; exits with 1 if one is wrong
      --provider                   compare with the records of payment providers too, both ways
      --since DATE --until DATE    only what was paid there in these days
      --audit-head HASH            the audit log must have the entry with this hash
  kassa backup FOLDER              copy the shop while it runs, to a new folder in FOLDER: its
                                   database and its secret (default: KASSA_BACKUP_DIR)
      --full                       as plain files that share nothing with earlier backups
      --quick                      check the file of the copy only, not every record in it
      --keep 7d,4w,12m             then remove older ones, but one for each of these periods
      --noted PLACE                only note that a copy was made there by another program
  kassa restore BACKUP             put a backup where the shop is; the service must be stopped
      --to FOLDER|postgres://…     or to another data folder, or an empty database
      --replace                    put what is there aside; otherwise the place must be empty
      --quick                      check the file only, not every record in it
      --unchanged                  nothing has happened since the backup: hold no charges, skip no
                                   numbers (only if the shop was stopped before it was made)
  kassa charges                    after a restore: which stores charge nothing by themselves
      --store ID|NAME              only this one; also with the following
  kassa charges compare            record the renewals that were paid after the backup, list what else
                                   was, and let charges go on if nothing is left to be looked at
  kassa charges release --yes      let them go on in any case
  kassa charges hold --since TIME  hold them after a restore by another program; when its copy was made
  kassa charges seen REFERENCE     a late payment that nobody knows here was seen to
  kassa move --to postgres://…     move everything to another database and compare every row there;
      --to FOLDER|sqlite           or to a SQLite file. If it is interrupted, the same command goes on
      --from postgres://…|FOLDER   what is moved (default: the database that Kassa is set to)
      --to env:NAME                the address is in this environment variable: the list of processes
                                   shows a password in the arguments to everybody (also --from)
      --restart                    empty the target of an interrupted move and begin anew
      --undo                       use a database nevertheless that was moved
  kassa secret status              what the secret protects, and whether it is the right one
  kassa secret replace             when it is lost: list what is made anew and what is gone;
      --yes                        and do it
  kassa openapi                    print the OpenAPI document

  --json   print one JSON object        --help   print this        --version
${KASSA === 'npm run kassa --' ? '\nIn the repository: npm run kassa -- keys create' : ''}
Configuration is by environment variables; your shop lists them at /docs/settings.`;
