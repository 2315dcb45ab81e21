import { all, type Element, everyElement, first, readXml, textOf } from './xml-reader.ts';

// What an EN 16931 invoice says, read back from either of its two syntaxes by the bindings of the
// standard (CEN/TS 16931-3-2 for UBL, -3-3 for CII). Written from the standard, not from the writer.

type Maybe = string | undefined;

interface Party {
  name: Maybe;
  country: Maybe;
  has_address: boolean;
  identifier: Maybe;
  legal_identifier: Maybe;
  vat_identifier: Maybe;
  tax_registration: Maybe;
  electronic_address: Maybe;
}

interface Tax {
  category: Maybe;
  rate: Maybe;
}

export interface Model {
  specification: Maybe;
  number: Maybe;
  issued_on: Maybe;
  type: Maybe;
  currency: Maybe;
  tax_currency: Maybe;
  notes: string[];
  order: Maybe;
  preceding: { number: Maybe; issued_on: Maybe }[];
  delivered_on: Maybe;
  due_on: Maybe;
  terms: Maybe;
  payment_code: Maybe;
  card: Maybe;
  seller: Party;
  buyer: Party;
  taxes: (Tax & { net: Maybe; tax: Maybe; reason: Maybe; reason_code: Maybe })[];
  tax: Maybe;
  tax_in_currency: Maybe;
  line_sum: Maybe;
  net: Maybe;
  total: Maybe;
  paid: Maybe;
  due: Maybe;
  lines: (Tax & {
    id: Maybe;
    name: Maybe;
    quantity: Maybe;
    unit: Maybe;
    price: Maybe;
    base_quantity: Maybe;
    net: Maybe;
    start: Maybe;
    end: Maybe;
    allowances: { amount: Maybe; reason: Maybe; code: Maybe }[];
  })[];
  is_empty_somewhere: boolean;
}

export function readModel(source: string): Model {
  const root = readXml(source);
  const is_cii = root.name === 'CrossIndustryInvoice';
  const is_empty_somewhere = everyElement(root).some(
    ({ text, children }) => children.length === 0 && text.trim() === '',
  );
  return { ...(is_cii ? fromCii(root) : fromUbl(root)), is_empty_somewhere };
}

type Read = Omit<Model, 'is_empty_somewhere'>;

function fromUbl(root: Element): Read {
  const is_credit = root.name === 'CreditNote';
  const currency = textOf(root, 'DocumentCurrencyCode');
  const totals = all(root, 'TaxTotal');
  const main = totals.find((one) => all(one, 'TaxSubtotal').length > 0);
  const other = totals.find((one) => one !== main);
  const money = first(root, 'LegalMonetaryTotal');
  const means = first(root, 'PaymentMeans');
  return {
    specification: textOf(root, 'CustomizationID'),
    number: textOf(root, 'ID'),
    issued_on: textOf(root, 'IssueDate'),
    type: textOf(root, is_credit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency,
    tax_currency: textOf(root, 'TaxCurrencyCode'),
    notes: all(root, 'Note').map(({ text }) => text),
    order: textOf(root, 'OrderReference/ID'),
    preceding: all(root, 'BillingReference/InvoiceDocumentReference').map((one) => ({
      number: textOf(one, 'ID'),
      issued_on: textOf(one, 'IssueDate'),
    })),
    delivered_on: textOf(root, 'Delivery/ActualDeliveryDate'),
    due_on: is_credit ? textOf(means, 'PaymentDueDate') : textOf(root, 'DueDate'),
    terms: textOf(root, 'PaymentTerms/Note'),
    payment_code: textOf(means, 'PaymentMeansCode'),
    card: textOf(means, 'CardAccount/PrimaryAccountNumberID'),
    seller: ublParty(first(root, 'AccountingSupplierParty/Party')),
    buyer: ublParty(first(root, 'AccountingCustomerParty/Party')),
    taxes: (main ? all(main, 'TaxSubtotal') : []).map((one) => ({
      category: textOf(one, 'TaxCategory/ID'),
      rate: textOf(one, 'TaxCategory/Percent'),
      net: textOf(one, 'TaxableAmount'),
      tax: textOf(one, 'TaxAmount'),
      reason: textOf(one, 'TaxCategory/TaxExemptionReason'),
      reason_code: textOf(one, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    tax: textOf(main, 'TaxAmount'),
    tax_in_currency: textOf(other, 'TaxAmount'),
    line_sum: textOf(money, 'LineExtensionAmount'),
    net: textOf(money, 'TaxExclusiveAmount'),
    total: textOf(money, 'TaxInclusiveAmount'),
    paid: textOf(money, 'PrepaidAmount'),
    due: textOf(money, 'PayableAmount'),
    lines: all(root, is_credit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => {
      const quantity = first(line, is_credit ? 'CreditedQuantity' : 'InvoicedQuantity');
      return {
        id: textOf(line, 'ID'),
        name: textOf(line, 'Item/Name'),
        quantity: quantity?.text,
        unit: quantity?.attributes.unitCode,
        price: textOf(line, 'Price/PriceAmount'),
        base_quantity: textOf(line, 'Price/BaseQuantity'),
        net: textOf(line, 'LineExtensionAmount'),
        category: textOf(line, 'Item/ClassifiedTaxCategory/ID'),
        rate: textOf(line, 'Item/ClassifiedTaxCategory/Percent'),
        start: textOf(line, 'InvoicePeriod/StartDate'),
        end: textOf(line, 'InvoicePeriod/EndDate'),
        allowances: all(line, 'AllowanceCharge').map((one) => ({
          amount: textOf(one, 'Amount'),
          reason: textOf(one, 'AllowanceChargeReason'),
          code: textOf(one, 'AllowanceChargeReasonCode'),
        })),
      };
    }),
  };
}

function ublParty(party: Element | undefined): Party {
  const numbers = party ? all(party, 'PartyTaxScheme') : [];
  const of = (is_vat: boolean) =>
    textOf(
      numbers.find((one) => (textOf(one, 'TaxScheme/ID') === 'VAT') === is_vat),
      'CompanyID',
    );
  return {
    name: textOf(party, 'PartyLegalEntity/RegistrationName'),
    country: textOf(party, 'PostalAddress/Country/IdentificationCode'),
    has_address: first(party, 'PostalAddress') !== undefined,
    identifier: textOf(party, 'PartyIdentification/ID'),
    legal_identifier: textOf(party, 'PartyLegalEntity/CompanyID'),
    vat_identifier: of(true),
    tax_registration: of(false),
    electronic_address: textOf(party, 'EndpointID'),
  };
}

const dayOf = (from: Element | undefined, path: string): Maybe =>
  textOf(from, `${path}/DateTimeString`)?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

function fromCii(root: Element): Read {
  const head = first(root, 'ExchangedDocument');
  const deal = first(root, 'SupplyChainTradeTransaction');
  const agreement = first(deal, 'ApplicableHeaderTradeAgreement');
  const settled = first(deal, 'ApplicableHeaderTradeSettlement');
  const money = first(settled, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const currency = textOf(settled, 'InvoiceCurrencyCode');
  const totals = money ? all(money, 'TaxTotalAmount') : [];
  const isMain = ({ attributes }: Element) => attributes.currencyID === currency;
  const means = first(settled, 'SpecifiedTradeSettlementPaymentMeans');
  return {
    specification: textOf(
      root,
      'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    ),
    number: textOf(head, 'ID'),
    issued_on: dayOf(head, 'IssueDateTime'),
    type: textOf(head, 'TypeCode'),
    currency,
    tax_currency: textOf(settled, 'TaxCurrencyCode'),
    notes: head ? all(head, 'IncludedNote/Content').map(({ text }) => text) : [],
    order: textOf(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    preceding: (settled ? all(settled, 'InvoiceReferencedDocument') : []).map((one) => ({
      number: textOf(one, 'IssuerAssignedID'),
      issued_on: dayOf(one, 'FormattedIssueDateTime'),
    })),
    delivered_on: dayOf(
      deal,
      'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime',
    ),
    due_on: dayOf(settled, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    terms: textOf(settled, 'SpecifiedTradePaymentTerms/Description'),
    payment_code: textOf(means, 'TypeCode'),
    card: textOf(means, 'ApplicableTradeSettlementFinancialCard/ID'),
    seller: ciiParty(first(agreement, 'SellerTradeParty')),
    buyer: ciiParty(first(agreement, 'BuyerTradeParty')),
    taxes: (settled ? all(settled, 'ApplicableTradeTax') : []).map((one) => ({
      category: textOf(one, 'CategoryCode'),
      rate: textOf(one, 'RateApplicablePercent'),
      net: textOf(one, 'BasisAmount'),
      tax: textOf(one, 'CalculatedAmount'),
      reason: textOf(one, 'ExemptionReason'),
      reason_code: textOf(one, 'ExemptionReasonCode'),
    })),
    tax: totals.find(isMain)?.text,
    tax_in_currency: totals.find((one) => !isMain(one))?.text,
    line_sum: textOf(money, 'LineTotalAmount'),
    net: textOf(money, 'TaxBasisTotalAmount'),
    total: textOf(money, 'GrandTotalAmount'),
    paid: textOf(money, 'TotalPrepaidAmount'),
    due: textOf(money, 'DuePayableAmount'),
    lines: (deal ? all(deal, 'IncludedSupplyChainTradeLineItem') : []).map(ciiLine),
  };
}

function ciiLine(line: Element): Model['lines'][number] {
  const price = first(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const settled = first(line, 'SpecifiedLineTradeSettlement');
  const quantity = first(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
  return {
    id: textOf(line, 'AssociatedDocumentLineDocument/LineID'),
    name: textOf(line, 'SpecifiedTradeProduct/Name'),
    quantity: quantity?.text,
    unit: quantity?.attributes.unitCode,
    price: textOf(price, 'ChargeAmount'),
    base_quantity: textOf(price, 'BasisQuantity'),
    net: textOf(settled, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    category: textOf(settled, 'ApplicableTradeTax/CategoryCode'),
    rate: textOf(settled, 'ApplicableTradeTax/RateApplicablePercent'),
    start: dayOf(settled, 'BillingSpecifiedPeriod/StartDateTime'),
    end: dayOf(settled, 'BillingSpecifiedPeriod/EndDateTime'),
    allowances: (settled ? all(settled, 'SpecifiedTradeAllowanceCharge') : []).map((one) => ({
      amount: textOf(one, 'ActualAmount'),
      reason: textOf(one, 'Reason'),
      code: textOf(one, 'ReasonCode'),
    })),
  };
}

function ciiParty(party: Element | undefined): Party {
  const numbers = party ? all(party, 'SpecifiedTaxRegistration/ID') : [];
  const of = (scheme: string) =>
    numbers.find(({ attributes }) => attributes.schemeID === scheme)?.text;
  return {
    name: textOf(party, 'Name'),
    country: textOf(party, 'PostalTradeAddress/CountryID'),
    has_address: first(party, 'PostalTradeAddress') !== undefined,
    identifier: textOf(party, 'ID'),
    legal_identifier: textOf(party, 'SpecifiedLegalOrganization/ID'),
    vat_identifier: of('VA'),
    tax_registration: of('FC'),
    electronic_address: textOf(party, 'URIUniversalCommunication/URIID'),
  };
}
