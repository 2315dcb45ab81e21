import type { InvoiceDocument, Language } from '../invoice.rules.ts';
import {
  type ElectronicInvoice,
  type ElectronicLine,
  type ElectronicTax,
  electronicInvoice,
  SPECIFICATION,
} from './en16931.rules.ts';
import type { ElectronicParty } from './parties.rules.ts';
import { element, type Xml, xmlDocument } from './xml.rules.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

/** The document as UBL 2.1: an Invoice or a CreditNote, in the order of their schemas. */
export function ubl(document: InvoiceDocument, language: Language = document.language): string {
  const invoice = electronicInvoice(document, language);
  const name = invoice.is_credit_note ? 'CreditNote' : 'Invoice';
  const namespaces = {
    xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`,
    'xmlns:cac': CAC,
    'xmlns:cbc': CBC,
  };
  return xmlDocument(element(name, contentOf(invoice), namespaces));
}

const text = (name: string, content: string | null | undefined, attributes = {}) =>
  element(`cbc:${name}`, content, attributes);

const group = (name: string, ...children: (Xml | Xml[] | undefined | false)[]) =>
  element(`cac:${name}`, children);

function contentOf(invoice: ElectronicInvoice): (Xml | Xml[] | undefined | false)[] {
  const { document, is_credit_note, due_on } = invoice;
  const { preceding, currency } = document;
  const kind = is_credit_note ? 'CreditNoteTypeCode' : 'InvoiceTypeCode';
  return [
    text('CustomizationID', SPECIFICATION),
    text('ID', document.number),
    text('IssueDate', document.issued_on),
    !is_credit_note && text('DueDate', due_on),
    text(kind, invoice.type_code),
    all(invoice.notes.map((note) => text('Note', note))),
    text('DocumentCurrencyCode', currency),
    text('TaxCurrencyCode', invoice.tax_in_currency?.currency),
    group('OrderReference', text('ID', document.buyer_reference)),
    preceding
      ? group(
          'BillingReference',
          group(
            'InvoiceDocumentReference',
            text('ID', preceding.number),
            text('IssueDate', preceding.issued_on),
          ),
        )
      : undefined,
    group('AccountingSupplierParty', partyOf(invoice.seller)),
    group('AccountingCustomerParty', partyOf(invoice.buyer)),
    group('Delivery', text('ActualDeliveryDate', document.supplied_on)),
    paymentOf(invoice),
    group('PaymentTerms', text('Note', invoice.payment_terms)),
    all(taxesOf(invoice)),
    group(
      'LegalMonetaryTotal',
      amount('LineExtensionAmount', invoice.net, currency),
      amount('TaxExclusiveAmount', invoice.net, currency),
      amount('TaxInclusiveAmount', invoice.total, currency),
      amount('PrepaidAmount', invoice.paid, currency),
      amount('PayableAmount', invoice.due, currency),
    ),
    all(invoice.lines.map((line) => lineOf(line, invoice))),
  ];
}

const all = (list: (Xml | undefined)[]): Xml[] => list.filter((one) => one !== undefined);

const amount = (name: string, value: string | undefined, currencyID: string) =>
  text(name, value, { currencyID });

function partyOf(party: ElectronicParty): Xml | undefined {
  const { address, email } = party;
  return group(
    'Party',
    text('EndpointID', email, { schemeID: 'EM' }),
    group('PartyIdentification', text('ID', party.identifier)),
    group(
      'PostalAddress',
      text('StreetName', address.line1),
      text('AdditionalStreetName', address.line2),
      text('CityName', address.city),
      text('PostalZone', address.postal_code),
      text('CountrySubentity', address.state),
      group('Country', text('IdentificationCode', address.country)),
    ),
    numberOf(party.vat_identifier, 'VAT'),
    numberOf(party.tax_registration, 'TAX'),
    group(
      'PartyLegalEntity',
      text('RegistrationName', party.name),
      text('CompanyID', party.legal_identifier),
    ),
    group('Contact', text('Name', party.contact), text('ElectronicMail', email)),
  );
}

const numberOf = (number: string | null, scheme: string) =>
  number === null
    ? undefined
    : group('PartyTaxScheme', text('CompanyID', number), group('TaxScheme', text('ID', scheme)));

function paymentOf({ payment, is_credit_note, due_on }: ElectronicInvoice): Xml | undefined {
  if (payment === undefined) return undefined;
  const { code, card } = payment;
  return group(
    'PaymentMeans',
    text('PaymentMeansCode', code),
    is_credit_note && text('PaymentDueDate', due_on),
    card &&
      group(
        'CardAccount',
        text('PrimaryAccountNumberID', card.last4),
        text('NetworkID', card.brand),
      ),
  );
}

function taxesOf({ document, tax, taxes, tax_in_currency }: ElectronicInvoice) {
  const { currency } = document;
  const groups = taxes.map((one) =>
    group(
      'TaxSubtotal',
      amount('TaxableAmount', one.net, currency),
      amount('TaxAmount', one.tax, currency),
      group(
        'TaxCategory',
        text('ID', one.category),
        text('Percent', one.rate),
        text('TaxExemptionReasonCode', one.reason_code),
        text('TaxExemptionReason', one.reason),
        VAT,
      ),
    ),
  );
  return [
    group('TaxTotal', amount('TaxAmount', tax, currency), all(groups)),
    tax_in_currency
      ? group('TaxTotal', amount('TaxAmount', tax_in_currency.amount, tax_in_currency.currency))
      : undefined,
  ];
}

const VAT = group('TaxScheme', text('ID', 'VAT'));

const categoryOf = ({ category, rate }: ElectronicTax) =>
  group('ClassifiedTaxCategory', text('ID', category), text('Percent', rate), VAT);

function lineOf(line: ElectronicLine, invoice: ElectronicInvoice): Xml | undefined {
  const { currency } = invoice.document;
  const [name, quantity] = invoice.is_credit_note
    ? ['CreditNoteLine', 'CreditedQuantity']
    : ['InvoiceLine', 'InvoicedQuantity'];
  const piece = { unitCode: 'C62' };
  return group(
    name,
    text('ID', line.id),
    text(quantity, line.quantity, piece),
    amount('LineExtensionAmount', line.net, currency),
    group('InvoicePeriod', text('StartDate', line.period_start), text('EndDate', line.period_end)),
    line.discount === undefined
      ? undefined
      : group(
          'AllowanceCharge',
          text('ChargeIndicator', 'false'),
          text('AllowanceChargeReasonCode', '95'),
          text('AllowanceChargeReason', invoice.discount_reason),
          amount('Amount', line.discount, currency),
        ),
    group('Item', text('Name', line.name), categoryOf(line.tax)),
    group(
      'Price',
      amount('PriceAmount', line.price, currency),
      text('BaseQuantity', line.base_quantity, piece),
    ),
  );
}
