import type { InvoiceDocument, Language } from '../invoice.rules.ts';
import {
  type ElectronicInvoice,
  type ElectronicLine,
  electronicInvoice,
  SPECIFICATION,
} from './en16931.rules.ts';
import type { ElectronicParty } from './parties.rules.ts';
import { element, type Xml, xmlDocument } from './xml.rules.ts';

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** The document as Cross Industry Invoice, Factur-X profile EN 16931: what is put into the PDF. */
export function facturX(document: InvoiceDocument, language: Language = document.language): string {
  const invoice = electronicInvoice(document, language);
  return xmlDocument(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          group('GuidelineSpecifiedDocumentContextParameter', text('ID', SPECIFICATION)),
        ]),
        element('rsm:ExchangedDocument', [
          text('ID', document.number),
          text('TypeCode', invoice.type_code),
          day('IssueDateTime', document.issued_on),
          all(invoice.notes.map((note) => group('IncludedNote', text('Content', note)))),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          all(invoice.lines.map((line) => lineOf(line, invoice.discount_reason))),
          group(
            'ApplicableHeaderTradeAgreement',
            partyOf('SellerTradeParty', invoice.seller),
            partyOf('BuyerTradeParty', invoice.buyer),
            group(
              'BuyerOrderReferencedDocument',
              text('IssuerAssignedID', document.buyer_reference),
            ),
          ),
          group(
            'ApplicableHeaderTradeDelivery',
            group(
              'ActualDeliverySupplyChainEvent',
              day('OccurrenceDateTime', document.supplied_on),
            ),
          ),
          settlementOf(invoice),
        ]),
      ],
      NAMESPACES,
    ),
  );
}

const text = (name: string, content: string | null | undefined, attributes = {}) =>
  element(`ram:${name}`, content, attributes);

const group = (name: string, ...children: (Xml | Xml[] | undefined | false)[]) =>
  element(`ram:${name}`, children);

const all = (list: (Xml | undefined)[]): Xml[] => list.filter((one) => one !== undefined);

/** A plain date is format 102, `20261116`. */
const day = (name: string, date: string | null, prefix = 'udt') =>
  element(`ram:${name}`, [
    element(`${prefix}:DateTimeString`, date?.replaceAll('-', ''), { format: '102' }),
  ]);

function lineOf(line: ElectronicLine, discount_reason: string): Xml | undefined {
  const piece = { unitCode: 'C62' };
  return group(
    'IncludedSupplyChainTradeLineItem',
    group('AssociatedDocumentLineDocument', text('LineID', line.id)),
    group('SpecifiedTradeProduct', text('Name', line.name)),
    group(
      'SpecifiedLineTradeAgreement',
      group(
        'NetPriceProductTradePrice',
        text('ChargeAmount', line.price),
        text('BasisQuantity', line.base_quantity, piece),
      ),
    ),
    group('SpecifiedLineTradeDelivery', text('BilledQuantity', line.quantity, piece)),
    group(
      'SpecifiedLineTradeSettlement',
      group(
        'ApplicableTradeTax',
        text('TypeCode', 'VAT'),
        text('CategoryCode', line.tax.category),
        text('RateApplicablePercent', line.tax.rate),
      ),
      group(
        'BillingSpecifiedPeriod',
        day('StartDateTime', line.period_start),
        day('EndDateTime', line.period_end),
      ),
      line.discount === undefined
        ? undefined
        : group(
            'SpecifiedTradeAllowanceCharge',
            group('ChargeIndicator', ...all([element('udt:Indicator', 'false')])),
            text('ActualAmount', line.discount),
            text('ReasonCode', '95'),
            text('Reason', discount_reason),
          ),
      group('SpecifiedTradeSettlementLineMonetarySummation', text('LineTotalAmount', line.net)),
    ),
  );
}

function partyOf(name: string, party: ElectronicParty): Xml | undefined {
  const { address, email } = party;
  return group(
    name,
    text('ID', party.identifier),
    text('Name', party.name),
    group('SpecifiedLegalOrganization', text('ID', party.legal_identifier)),
    group(
      'DefinedTradeContact',
      text('PersonName', party.contact),
      group('EmailURIUniversalCommunication', text('URIID', email)),
    ),
    group(
      'PostalTradeAddress',
      text('PostcodeCode', address.postal_code),
      text('LineOne', address.line1),
      text('LineTwo', address.line2),
      text('CityName', address.city),
      text('CountryID', address.country),
      text('CountrySubDivisionName', address.state),
    ),
    group('URIUniversalCommunication', text('URIID', email, { schemeID: 'EM' })),
    group('SpecifiedTaxRegistration', text('ID', party.vat_identifier, { schemeID: 'VA' })),
    group('SpecifiedTaxRegistration', text('ID', party.tax_registration, { schemeID: 'FC' })),
  );
}

function settlementOf(invoice: ElectronicInvoice): Xml | undefined {
  const { document, payment, taxes, tax_in_currency } = invoice;
  const { currency, preceding } = document;
  return group(
    'ApplicableHeaderTradeSettlement',
    text('TaxCurrencyCode', tax_in_currency?.currency),
    text('InvoiceCurrencyCode', currency),
    group(
      'SpecifiedTradeSettlementPaymentMeans',
      text('TypeCode', payment?.code),
      group('ApplicableTradeSettlementFinancialCard', text('ID', payment?.card?.last4)),
    ),
    all(
      taxes.map((one) =>
        group(
          'ApplicableTradeTax',
          text('CalculatedAmount', one.tax),
          text('TypeCode', 'VAT'),
          text('ExemptionReason', one.reason),
          text('BasisAmount', one.net),
          text('CategoryCode', one.category),
          text('ExemptionReasonCode', one.reason_code),
          text('RateApplicablePercent', one.rate),
        ),
      ),
    ),
    group(
      'SpecifiedTradePaymentTerms',
      text('Description', invoice.payment_terms),
      day('DueDateDateTime', invoice.due_on),
    ),
    group(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      text('LineTotalAmount', invoice.net),
      text('TaxBasisTotalAmount', invoice.net),
      text('TaxTotalAmount', invoice.tax, { currencyID: currency }),
      tax_in_currency
        ? text('TaxTotalAmount', tax_in_currency.amount, {
            currencyID: tax_in_currency.currency,
          })
        : undefined,
      text('GrandTotalAmount', invoice.total),
      text('TotalPrepaidAmount', invoice.paid),
      text('DuePayableAmount', invoice.due),
    ),
    preceding
      ? group(
          'InvoiceReferencedDocument',
          text('IssuerAssignedID', preceding.number),
          day('FormattedIssueDateTime', preceding.issued_on, 'qdt'),
        )
      : undefined,
  );
}
