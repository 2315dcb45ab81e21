import type { InvoiceDocument } from '../invoice.rules.ts';
import { escapeXml } from '../xml/xml.rules.ts';

/** The name that the Factur-X standard prescribes. */
export const FACTUR_X_FILE = 'factur-x.xml';

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** What the metadata of the PDF add: who has issued it, and that an invoice for machines is in it. */
export function facturXMetadata({ seller }: InvoiceDocument, has_xml: boolean): string {
  return `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator><rdf:Seq><rdf:li>${escapeXml(seller.name)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
${has_xml ? FACTUR_X : ''}`;
}

const property = (name: string, description: string) => `
        <rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>${name}</pdfaProperty:name>
          <pdfaProperty:valueType>Text</pdfaProperty:valueType>
          <pdfaProperty:category>external</pdfaProperty:category>
          <pdfaProperty:description>${description}</pdfaProperty:description>
        </rdf:li>`;

// PDF/A allows other people's properties only where their schema is described beside them.
const FACTUR_X = `<rdf:Description rdf:about="" xmlns:fx="${FX}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${FACTUR_X_FILE}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about=""
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${property('DocumentFileName', 'The name of the embedded XML document')}${property(
            'DocumentType',
            'The type of the hybrid document',
          )}${property('Version', 'The version of the standard of the XML document')}${property(
            'ConformanceLevel',
            'The conformance level of the XML document',
          )}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>`;
